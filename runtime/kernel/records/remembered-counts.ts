import type { SqlParameters, SqlSession, SqlValue } from '../contract/database/database.js';
import { isInTransaction } from '../util/database/is-in-transaction.js';
import type { CountedRows, Listing } from './record-statements.js';

/**
 * Returns the number of writes that may change responses, by any process, as known here. Undefined if that is
 * unknown, and in a transaction that reads uncommitted rows.
 */
export type WriteNumber = () => number | undefined;

/** A previous count of the same statement. */
export interface CountedBefore {
  /** The count for the same parameters; undefined if it must be read. */
  readonly known: CountedRows | undefined;
  /** Stores a new count. */
  keep(counted: CountedRows): void;
}

/** Cache of counts, valid until a write or a scheduled time may change them (ADR 41). */
export interface RememberedCounts {
  of(statement: Listing<CountedRows>, parameters: SqlParameters, reading: Reading): CountedBefore;
}

interface Reading {
  readonly session: SqlSession;
  /** The time of the request. */
  readonly now: Date;
}

interface Remembered {
  readonly counted: CountedRows;
  readonly from: number;
}

/** Limited, because clients choose some of the parameters. */
const MOST = 2000;
const LONGEST_KEY = 500;

const NOTHING_KNOWN: CountedBefore = { known: undefined, keep: () => undefined };

export function createRememberedCounts(writeNumber: WriteNumber): RememberedCounts {
  const remembered = new Map<string, Remembered>();
  const numbers = new WeakMap<object, number>();
  let statements = 0;
  let since: number | undefined;

  function numberOf(statement: object): number {
    const known = numbers.get(statement);
    if (known !== undefined) return known;
    numbers.set(statement, (statements += 1));
    return statements;
  }

  return {
    of(statement, parameters, { session, now }) {
      const current = isInTransaction(session) ? undefined : writeNumber();
      if (current === undefined) return NOTHING_KNOWN;
      if (current !== since) {
        remembered.clear();
        since = current;
      }
      const moment = session.dialect.encode('datetime', now);
      const key = `${numberOf(statement)} ${keyOf(statement.named(parameters), moment)}`;
      if (key.length > LONGEST_KEY) return NOTHING_KNOWN;
      return {
        known: rightAt(remembered.get(key), now),
        keep(counted) {
          // The count may or may not include concurrent writes.
          if (since !== current || writeNumber() !== current) return;
          if (remembered.size >= MOST) remembered.clear();
          remembered.set(key, { counted, from: now.getTime() });
        },
      };
    },
  };
}

/**
 * Returns the count if it is valid at this time: from the time it was read for, until the next scheduled
 * change.
 */
function rightAt(entry: Remembered | undefined, now: Date): CountedRows | undefined {
  if (entry === undefined || now.getTime() < entry.from) return undefined;
  const { next } = entry.counted;
  return next === undefined || now < next ? entry.counted : undefined;
}

/** Returns the cache key. The current time differs in each request, so a placeholder replaces it. */
const keyOf = (parameters: SqlParameters, now: SqlValue): string =>
  JSON.stringify(Object.values(parameters).map((value) => (isSame(value, now) ? PRESENT : printable(value))));

const PRESENT = { is: 'now' };

const isSame = (value: SqlValue, now: SqlValue): boolean =>
  value instanceof Date && now instanceof Date ? value.getTime() === now.getTime() : value === now;

const printable = (value: SqlValue): SqlValue => (typeof value === 'bigint' ? String(value) : value);
