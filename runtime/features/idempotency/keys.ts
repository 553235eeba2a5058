import { randomUUID } from 'node:crypto';
import type { Database, TransactionSession } from '../../kernel/contract/database/database.js';
import { idempotencyErrors } from './errors.js';
import { idempotencyTable } from './tables.js';

/** The claim of the first request with a key, which allows it to run. */
export interface Claim {
  readonly id: string;
  readonly holder: string;
}

export interface RequestedKey {
  readonly id: string;
  readonly fingerprint: string;
  readonly now: Date;
}

export interface IdempotencyKeys {
  /**
   * Claims the key for a request, or returns the stored response of an earlier one.
   * @throws AppError 409 while another request with the key is running, 422 for a key of a different request
   */
  claim(requested: RequestedKey): Promise<Claim | { readonly answer: string }>;
  /**
   * Stores the response in the transaction of its request.
   * @throws AppError 409 if another request has taken over the claim
   */
  settle(claim: Claim, answer: string, session: TransactionSession): Promise<void>;
  /** Stores the response in a separate transaction after the request has committed. */
  settleAlone(claim: Claim, answer: string): Promise<void>;
  /** Releases a claim after a request that changed nothing, so that the next request with the key runs. */
  release(claim: Claim): Promise<void>;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Creates the key store.
 * @param leaseMs time after which another request can take over a claim
 */
export function createIdempotencyKeys(database: Database, leaseMs: number): IdempotencyKeys {
  const table = database.table(idempotencyTable.name);
  const { encode, decode } = database.dialect;
  const moment = (date: Date) => encode('datetime', date);
  const uuid = (id: string) => encode('uuid', id);
  const own = `update ${table} set answer = :answer where id = :id and holder = :holder and answer is null`;
  const free = `delete from ${table} where id = :id and holder = :holder and answer is null`;
  const find = `select k.fingerprint as fingerprint, k.holder as holder, k.leased_until as leased_until, k.answer as answer, k.expires_at as expires_at
from ${table} k
where k.id = :id`;
  const take = `update ${table} set fingerprint = :fingerprint, holder = :holder, leased_until = :leased_until, answer = null, expires_at = :expires_at
where id = :id and holder = :previous`;

  const settle: IdempotencyKeys['settle'] = async ({ id, holder }, answer, session) => {
    const settled = await session.run(own, { id, holder: uuid(holder), answer });
    if (settled === 0) throw idempotencyErrors.overtaken();
  };

  return {
    settle,
    settleAlone: (claim, answer) => database.transaction((session) => settle(claim, answer, session)),
    claim: ({ id, fingerprint, now }) =>
      database.transaction(async (session) => {
        const holder = randomUUID();
        const leasedUntil = new Date(now.getTime() + leaseMs);
        const expiresAt = new Date(now.getTime() + DAY_MS);
        await session.insert(
          idempotencyTable.name,
          [{ id, fingerprint, holder, leased_until: leasedUntil, answer: null, expires_at: expiresAt }],
          { ignoreDuplicates: true },
        );
        const row = await session.first(find, { id });
        if (row === undefined) throw idempotencyErrors.underWay();
        const previous = String(decode('uuid', row.holder));
        if (previous === holder) return { id, holder };
        const isPast = (column: 'leased_until' | 'expires_at'): boolean =>
          (decode('datetime', row[column]) as Date) <= now; // datetime columns, never null
        const isOver = isPast('expires_at');
        if (!isOver && row.fingerprint !== fingerprint) throw idempotencyErrors.reused();
        if (!isOver && typeof row.answer === 'string') return { answer: row.answer };
        if (!isOver && !isPast('leased_until')) throw idempotencyErrors.underWay();
        const taken = await session.run(take, {
          ...{ id, fingerprint, holder: uuid(holder), previous: uuid(previous) },
          leased_until: moment(leasedUntil),
          expires_at: moment(expiresAt),
        });
        if (taken === 0) throw idempotencyErrors.underWay();
        return { id, holder };
      }),
    async release({ id, holder }) {
      await database.transaction((session) => session.run(free, { id, holder: uuid(holder) }));
    },
  };
}
