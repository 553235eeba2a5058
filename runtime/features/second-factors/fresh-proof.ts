import type { AuthenticatedUser, RequestContext } from '../../kernel/contract/context.js';
import type { Database } from '../../kernel/contract/database/database.js';
import { denied } from '../../kernel/errors/catalog.js';
import type { Clock } from '../../kernel/ports/clock.js';
import type { Accounts, AssertRecentProof } from '../accounts/public-api.js';
import { secondFactorErrors } from './errors.js';
import { type Factors, hasFactor } from './factors.js';
import { sessionProofTable } from './tables.js';

/** Seconds for which a confirmed identity stays valid. */
export const PROOF_SECONDS = 600;

/** The user of a session. */
export interface SessionUser extends AuthenticatedUser {
  readonly sessionId: string;
}

/**
 * Checks whether the user has recently confirmed their identity, so that an unattended session cannot be used to take
 * over the account.
 */
export interface FreshProof {
  /** Returns the time until which the confirmation is valid; undefined if it has expired. A sign-in also counts. */
  until(user: SessionUser): Promise<Date | undefined>;
  note(user: SessionUser): Promise<void>;
  /** @throws AppError 403 with the accepted kinds of proof */
  assert(user: SessionUser, proofs: readonly string[]): Promise<void>;
}

export function createFreshProof(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly sessions: Pick<Accounts['sessions'], 'startedAt'>;
}): FreshProof {
  const { database, clock } = deps;
  const { dialect } = database;
  const table = database.table(sessionProofTable.name);
  const select = `select p.proved_at as proved_at from ${table} p where p.session_id = :id`;
  const upsert = `insert into ${table} (session_id, proved_at)
values (:id, :now)
${dialect.onDuplicate('session_id')} proved_at = :now`;
  const id = (sessionId: string) => dialect.encode('uuid', sessionId);

  async function until({ sessionId }: SessionUser): Promise<Date | undefined> {
    const [row, startedAt] = await Promise.all([
      database.first(select, { id: id(sessionId) }),
      deps.sessions.startedAt(sessionId),
    ]);
    const provedAt = row === undefined ? undefined : (dialect.decode('datetime', row.proved_at) as Date); // never null
    const last = Math.max(provedAt?.getTime() ?? 0, startedAt?.getTime() ?? 0);
    const end = new Date(last + PROOF_SECONDS * 1000);
    return end > clock.now() ? end : undefined;
  }

  return {
    until,
    async note({ sessionId }) {
      const now = dialect.encode('datetime', clock.now());
      await database.transaction((transaction) => transaction.run(upsert, { id: id(sessionId), now }));
    },
    async assert(user, proofs) {
      if ((await until(user)) === undefined) throw secondFactorErrors.proofNeeded(proofs);
    },
  };
}

/** Creates the check for accounts without a password: a code if they have a factor, otherwise a new sign-in. */
export function createAssertRecentProof(deps: {
  readonly database: Database;
  readonly factors: Pick<Factors, 'count'>;
  readonly proof: Pick<FreshProof, 'assert'>;
}): AssertRecentProof {
  return async (actor) => {
    const { user, by } = actor;
    if (user === null) throw denied(actor);
    const { sessionId } = user;
    const proofs = hasFactor(await deps.factors.count(deps.database, by ?? user.id)) ? ['code'] : [];
    if (sessionId === null || by !== undefined) throw secondFactorErrors.proofNeeded(proofs);
    await deps.proof.assert({ ...user, sessionId }, proofs);
  };
}

/**
 * Returns the caller with a session of their own.
 * @throws AppError 401 for anonymous callers, 403 for machine tokens and impersonated sessions
 */
export function requireSession({ actor }: RequestContext): SessionUser {
  const { user } = actor;
  if (user === null) throw denied(actor);
  const { sessionId } = user;
  if (sessionId === null || actor.by !== undefined) throw secondFactorErrors.noSession();
  return { ...user, sessionId };
}
