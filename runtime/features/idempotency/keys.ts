import { randomUUID } from 'node:crypto';
import type { Database, TransactionSession } from '../../kernel/contract/database/database.js';
import { idempotencyErrors } from './errors.js';
import { idempotencyTable } from './tables.js';

/** A request that was the first with its key, and may be carried out. */
export interface Claim {
  readonly id: string;
  readonly holder: string;
}

export interface AskedKey {
  readonly id: string;
  readonly fingerprint: string;
  readonly now: Date;
}

export interface IdempotencyKeys {
  /**
   * Takes the key for a request, or finds what an earlier one was answered with.
   * @throws AppError 409 while another process or request carries it out, 422 for a key of another request
   */
  claim(asked: AskedKey): Promise<Claim | { readonly answer: string }>;
  /** Keeps the answer, in the transaction of what it tells of. @throws AppError 409 where the claim went to another request. */
  settle(claim: Claim, answer: string, session: TransactionSession): Promise<void>;
  /** The same behind what it tells of, where that is stored by itself. */
  settleAlone(claim: Claim, answer: string): Promise<void>;
  /** Nothing was done: the next request with the key is the first. */
  release(claim: Claim): Promise<void>;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** `leaseMs`: how long a request may take until another one may take its place. */
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
where id = :id and holder = :former`;

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
        const former = String(decode('uuid', row.holder));
        if (former === holder) return { id, holder };
        const isPast = (column: 'leased_until' | 'expires_at'): boolean =>
          (decode('datetime', row[column]) as Date) <= now; // datetimes that are never null
        const isOver = isPast('expires_at');
        if (!isOver && row.fingerprint !== fingerprint) throw idempotencyErrors.reused();
        if (!isOver && typeof row.answer === 'string') return { answer: row.answer };
        if (!isOver && !isPast('leased_until')) throw idempotencyErrors.underWay();
        const taken = await session.run(take, {
          ...{ id, fingerprint, holder: uuid(holder), former: uuid(former) },
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
