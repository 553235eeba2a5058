import type { SqlParameters, SqlSession, SqlValue } from '../contract/database/database.js';
import { isInTransaction } from '../util/database/is-in-transaction.js';
import type { CountedRows, Listing } from './record-statements.js';

/**
 * Numbers the writes that a process knows of: it grows with each that any process commits and that may change what answers show.
 * Undefined while nobody can tell, and where a transaction reads what others do not see yet.
 */
export type WriteNumber = () => number | undefined;

/** What is known of the rows that a statement counts. */
export interface CountedBefore {
  /** What was counted for the same parameters; undefined where it has to be counted. */
  readonly known: CountedRows | undefined;
  /** Takes what was counted since. */
  keep(counted: CountedRows): void;
}

/** Counts that are right until a write or a moment may change them (ADR 41). */
export interface RememberedCounts {
  of(statement: Listing<CountedRows>, parameters: SqlParameters, reading: Reading): CountedBefore;
}

interface Reading {
  readonly session: SqlSession;
  /** The moment for which the request is answered. */
  readonly now: Date;
}

interface Remembered {
  readonly counted: CountedRows;
  readonly from: number;
}

/** Clients choose some of the parameters. */
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
          // What was written meanwhile may be in it or not.
          if (since !== current || writeNumber() !== current) return;
          if (remembered.size >= MOST) remembered.clear();
          remembered.set(key, { counted, from: now.getTime() });
        },
      };
    },
  };
}

/** A count holds from the moment for which it was made until the next one that matters. */
function rightAt(entry: Remembered | undefined, now: Date): CountedRows | undefined {
  if (entry === undefined || now.getTime() < entry.from) return undefined;
  const { next } = entry.counted;
  return next === undefined || now < next ? entry.counted : undefined;
}

/** The present moment differs in each request, and stands for itself. */
const keyOf = (parameters: SqlParameters, now: SqlValue): string =>
  JSON.stringify(Object.values(parameters).map((value) => (isSame(value, now) ? PRESENT : printable(value))));

const PRESENT = { is: 'now' };

const isSame = (value: SqlValue, now: SqlValue): boolean =>
  value instanceof Date && now instanceof Date ? value.getTime() === now.getTime() : value === now;

const printable = (value: SqlValue): SqlValue => (typeof value === 'bigint' ? String(value) : value);
