import { randomUUID } from 'node:crypto';
import type { Database, SqlSession, TransactionSession } from '../contract/database/database.js';
import type { DeliveryOutcome } from '../contract/features/outbox.js';
import type { Clock } from '../ports/clock.js';
import type { PartitionContent } from './read-partitions.js';
import { outboxDeadLetterTable, outboxLeaseTable, outboxMessageTable } from './tables.js';

export interface Lease {
  readonly lane: string;
  readonly token: string;
}

/** A key of a channel that only this process delivers. */
export interface Claim extends PartitionContent {
  readonly lane: string;
  /** A takeover replaces the token. */
  readonly token: string;
  /** Monotonic time before which no other process can have seen the token. */
  readonly claimedAt: number;
}

/** Result of a claim. `release`: the messages were not handed over. */
export type Settlement = DeliveryOutcome | { readonly kind: 'release' };

/** Statements that change leases and messages of one channel, in the caller's transaction. */
export interface ClaimRows {
  /** Deletes a lease. Returns the number of deleted rows: none if another process has taken it over. */
  release(session: TransactionSession, lease: Lease): Promise<number>;
  /** Stores a new token. Returns undefined if another process has taken over the lease. */
  replaceToken(session: TransactionSession, lease: Lease): Promise<string | undefined>;
  /** Moves messages to the dead letters or counts a failed attempt, depending on the outcome. */
  write(
    session: TransactionSession,
    ids: readonly string[],
    outcome: Exclude<Settlement, { kind: 'sent' }>,
  ): Promise<void>;
}

export function createClaimRows(database: Database, clock: Clock, channel: string): ClaimRows {
  const messages = database.table(outboxMessageTable.name);
  const leases = database.table(outboxLeaseTable.name);
  const dead = database.table(outboxDeadLetterTable.name);
  const ofIds = (session: SqlSession): string => session.dialect.anyOf('id', 'ids', 'uuid');

  function release(session: TransactionSession, { lane, token }: Lease): Promise<number> {
    const where = 'channel = :channel and lane = :lane and token = :token';
    return session.run(`delete from ${leases} where ${where}`, { channel, lane, token });
  }

  async function replaceToken(
    session: TransactionSession,
    { lane, token: old }: Lease,
  ): Promise<string | undefined> {
    const token = randomUUID();
    const where = 'channel = :channel and lane = :lane and token = :old';
    const count = await session.run(`update ${leases} set token = :token where ${where}`, {
      channel,
      lane,
      token,
      old,
    });
    return count === 0 ? undefined : token;
  }

  async function bury(session: TransactionSession, ids: readonly string[], reason: string): Promise<void> {
    const columns = 'id, channel, lane, collapses, message_key, body';
    const content = `select ${columns}, attempts + 1, '', created_at, created_at from ${messages} where ${ofIds(session)}`;
    await session.run(`insert into ${dead} (${columns}, attempts, reason, created_at, died_at) ${content}`, {
      ids,
    });
    await session.run(`update ${dead} set reason = :reason, died_at = :now where ${ofIds(session)}`, {
      ids,
      now: clock.now(),
      reason: session.dialect.encode('text', reason),
    });
  }

  async function write(
    session: TransactionSession,
    ids: readonly string[],
    outcome: Exclude<Settlement, { kind: 'sent' }>,
  ): Promise<void> {
    switch (outcome.kind) {
      case 'release':
        return;
      case 'retry':
      case 'pause': {
        const reason = session.dialect.encode('text', outcome.reason);
        const set = 'attempts = attempts + 1, last_error = :reason';
        await session.run(`update ${messages} set ${set} where ${ofIds(session)}`, { ids, reason });
        return;
      }
      case 'dead':
        await bury(session, ids, outcome.reason);
        await session.run(`delete from ${messages} where ${ofIds(session)}`, { ids });
    }
  }

  return { release, replaceToken, write };
}
