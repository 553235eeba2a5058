import type { Database, TransactionSession } from '../../../kernel/contract/database/database.js';
import type { Clock } from '../../../kernel/ports/clock.js';
import { secondFactorErrors } from '../errors.js';
import { totpTable } from '../tables.js';
import { createSecret, matchingStep } from './codes.js';
import type { SealedSecrets } from './sealed-secrets.js';

/** The authenticator app of an account, as shown to its user. */
export interface TotpApp {
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** A correct code. `use` accepts it once, in the transaction of the action that it authorizes. */
export interface RightCode {
  use(transaction: TransactionSession): Promise<boolean>;
}

/** Repository of authenticator apps, one per account. */
export interface TotpApps {
  /** Returns undefined if the account has no app, or none that was confirmed. */
  find(userId: string): Promise<TotpApp | undefined>;
  /** Stores a new secret, which is valid after its confirmation. @throws AppError 409 if the account has an app */
  begin(userId: string): Promise<Buffer>;
  /** Compares a code with those of the confirmed app. @throws AppError 503 if its secret cannot be decrypted */
  evaluate(userId: string, code: string): Promise<RightCode | undefined>;
  /**
   * Compares a code with those of the unconfirmed app; `use` then confirms it.
   * @throws AppError 409 if there is none
   */
  validatePending(userId: string, code: string): Promise<RightCode | undefined>;
  /** Returns whether there was a confirmed app. */
  remove(transaction: TransactionSession, userId: string): Promise<boolean>;
}

/** Time in milliseconds to scan the QR code and type a code. */
const PENDING_MS = 600_000;

interface Row {
  readonly sealed: string;
  readonly lastStep: number;
  readonly app: TotpApp;
  readonly isPending: boolean;
}

export function createTotpApps(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: SealedSecrets;
}): TotpApps {
  const { database, clock, secrets } = deps;
  const { encode, decode } = database.dialect;
  const table = database.table(totpTable.name);
  const uuid = (id: string) => encode('uuid', id);
  const date = (moment: Date) => encode('datetime', moment);
  const select = `select t.secret as secret, t.last_step as last_step, t.created_at as created_at, t.last_used_at as last_used_at, t.pending_until as pending_until
from ${table} t
where t.user_id = :user`;
  // Conditional on the row that was read: only one of two requests with the same code succeeds, and none with a
  // replaced secret.
  const accept = `update ${table} set last_step = :step, last_used_at = :now, secret = :resealed, pending_until = null
where user_id = :user and last_step < :step and secret = :sealed`;
  const removePending = `delete from ${table} where user_id = :user and pending_until is not null`;
  const removeAny = `delete from ${table} where user_id = :user`;

  async function read(userId: string): Promise<Row | undefined> {
    const row = await database.first(select, { user: uuid(userId) });
    if (row === undefined) return undefined;
    const moment = (value: unknown) => decode('datetime', value) as Date | null; // a datetime column
    const pendingUntil = moment(row.pending_until);
    if (pendingUntil !== null && pendingUntil <= clock.now()) return undefined;
    return {
      sealed: String(row.secret),
      lastStep: Number(row.last_step),
      app: { createdAt: decode('datetime', row.created_at) as Date, lastUsedAt: moment(row.last_used_at) }, // never null
      isPending: pendingUntil !== null,
    };
  }

  function evaluateRow(userId: string, code: string, { sealed, lastStep }: Row): RightCode | undefined {
    const opened = secrets.open(sealed, userId);
    if (opened === undefined) throw secondFactorErrors.unreadable();
    const now = clock.now();
    const step = matchingStep(opened.secret, code, { at: now, last: lastStep });
    if (step === undefined) return undefined;
    const resealed = opened.isOutdated ? secrets.seal(opened.secret, userId) : sealed;
    const parameters = { user: uuid(userId), step, sealed, resealed, now: date(now) };
    return { use: async (transaction) => (await transaction.run(accept, parameters)) === 1 };
  }

  return {
    async find(userId) {
      const row = await read(userId);
      return row === undefined || row.isPending ? undefined : row.app;
    },
    async begin(userId) {
      const secret = createSecret();
      const now = clock.now();
      const row = {
        user_id: userId,
        secret: secrets.seal(secret, userId),
        last_step: 0,
        created_at: now,
        pending_until: new Date(now.getTime() + PENDING_MS),
      };
      await database
        .transaction(async (transaction) => {
          await transaction.run(removePending, { user: uuid(userId) });
          await transaction.insert(totpTable.name, [row]);
        })
        .catch((error: unknown) => {
          throw database.dialect.uniqueViolation(error) === undefined ? error : secondFactorErrors.present();
        });
      return secret;
    },
    async evaluate(userId, code) {
      const row = await read(userId);
      return row === undefined || row.isPending ? undefined : evaluateRow(userId, code, row);
    },
    async validatePending(userId, code) {
      const row = await read(userId);
      if (!row?.isPending) throw secondFactorErrors.notPending();
      return evaluateRow(userId, code, row);
    },
    async remove(transaction, userId) {
      await transaction.run(removePending, { user: uuid(userId) });
      return (await transaction.run(removeAny, { user: uuid(userId) })) === 1;
    },
  };
}
