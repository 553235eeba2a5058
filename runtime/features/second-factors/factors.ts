import { expandRoles } from '../../kernel/authorization/role-hierarchy.js';
import type { RequestContext } from '../../kernel/contract/context.js';
import type { Database, SqlSession, TransactionSession } from '../../kernel/contract/database/database.js';
import type { Challenges } from './challenges.js';
import { secondFactorErrors } from './errors.js';
import type { FactorNotices } from './notices.js';
import type { StoredPasskeys } from './passkeys/stored-passkeys.js';
import type { RecoveryCodes } from './recovery-codes.js';
import { passkeyTable, recoveryCodeTable, totpTable } from './tables.js';
import type { TotpApps } from './totp/totp-apps.js';

/** Number of factors of each kind. */
export interface FactorCounts {
  readonly apps: number;
  readonly passkeys: number;
  readonly recoveryCodes: number;
}

/** All second factors of accounts. */
export interface Factors {
  count(session: SqlSession, userId: string): Promise<FactorCounts>;
  /** Returns whether a user with these stored roles must have a factor. */
  isRequired(roles: readonly string[]): boolean;
  /** Creates recovery codes with the first factor of an account. Undefined if it has some. */
  firstCodes(transaction: TransactionSession, userId: string): Promise<readonly string[] | undefined>;
  /**
   * Deletes the recovery codes when the last factor was removed.
   * @throws AppError 409 if that was the last factor of a user who must have one
   */
  afterRemoval(
    transaction: TransactionSession,
    user: { readonly id: string; readonly roles: readonly string[] },
  ): Promise<void>;
  /** Removes all factors of an account, including tickets of sign-ins. */
  reset(userId: string, context: RequestContext): Promise<void>;
}

/** Returns whether an account has a factor for signing in. Recovery codes only replace one. */
export const hasFactor = ({ apps, passkeys }: FactorCounts): boolean => apps + passkeys > 0;

export interface FactorsDeps {
  readonly database: Database;
  readonly apps: TotpApps;
  readonly passkeys: StoredPasskeys;
  readonly recoveryCodes: RecoveryCodes;
  readonly challenges: Challenges;
  readonly notices: FactorNotices;
  readonly requiredFor: readonly string[];
}

export function createFactors(deps: FactorsDeps): Factors {
  const { database, apps, passkeys, recoveryCodes } = deps;
  const select = countSql(database);

  async function count(session: SqlSession, userId: string): Promise<FactorCounts> {
    const row = await session.first(select, { user: database.dialect.encode('uuid', userId) });
    return {
      apps: Number(row?.apps ?? 0),
      passkeys: Number(row?.passkeys ?? 0),
      recoveryCodes: Number(row?.codes ?? 0),
    };
  }

  const isRequired = (roles: readonly string[]): boolean => {
    const all = expandRoles(roles);
    return deps.requiredFor.some((role) => all.has(role));
  };

  return {
    count,
    isRequired,
    async firstCodes(transaction, userId) {
      if ((await recoveryCodes.count(transaction, userId)) > 0) return undefined;
      return recoveryCodes.replace(transaction, userId);
    },
    async afterRemoval(transaction, { id, roles }) {
      if (hasFactor(await count(transaction, id))) return;
      if (isRequired(roles)) throw secondFactorErrors.lastOne();
      await recoveryCodes.remove(transaction, id);
    },
    reset: (userId, context) =>
      database.transaction(async (transaction) => {
        const hadApp = await apps.remove(transaction, userId);
        const hadPasskeys = (await passkeys.removeAll(transaction, userId)) > 0;
        await recoveryCodes.remove(transaction, userId);
        await deps.challenges.endOf(transaction, userId);
        if (hadApp || hadPasskeys)
          await deps.notices.tell(transaction, { change: 'second factors reset', userId }, context);
      }),
  };
}

/** Rows in: the factors of one account. Cost: three look-ups. */
function countSql(database: Database): string {
  const of = (table: string, condition = ''): string =>
    `(select count(*) from ${database.table(table)} f where f.user_id = :user${condition})`;
  return `select ${of(totpTable.name, ' and f.pending_until is null')} as apps,
  ${of(passkeyTable.name)} as passkeys,
  ${of(recoveryCodeTable.name)} as codes`;
}
