import type { DialectName, SqlRow } from '../../../kernel/contract/database/database.js';

/** Positions in the transaction log that replicas follow. */
export interface LogPositions {
  /** Select of `position` on the primary; everything committed before is included. */
  readonly written: string;
  /**
   * Select of `position` on a replica, up to which everything is readable. Null if the server is not a
   * replica.
   */
  readonly applied: string;
  /** Returns whether a replica at `applied` has everything up to `written`. */
  isReached(applied: string, written: string): boolean;
}

/** Log positions by database; no privileges are required. SQLite has no replicas. */
export const LOG_POSITIONS: Readonly<Partial<Record<DialectName, LogPositions>>> = {
  postgres: {
    written: 'select cast(pg_current_wal_lsn() as text) as position',
    applied:
      'select case when pg_is_in_recovery() then cast(pg_last_wal_replay_lsn() as text) end as position',
    isReached: (applied, written) => parseLsn(applied) >= parseLsn(written),
  },
  mariadb: {
    written: 'select @@global.gtid_binlog_pos as position',
    applied: 'select @@global.gtid_slave_pos as position',
    isReached: isEveryDomainReached,
  },
  mysql: {
    written: 'select @@global.gtid_executed as position',
    applied: 'select @@global.gtid_executed as position',
    isReached: isEveryIntervalHeld,
  },
};

/** Returns the position; undefined if the server is not a replica or does not number transactions. */
export function positionIn(rows: readonly SqlRow[]): string | undefined {
  const position = rows[0]?.position;
  return typeof position === 'string' && position !== '' ? position : undefined;
}

/** Parses `16/B374D848`, the hexadecimal halves of a byte offset. */
function parseLsn(text: string): bigint {
  const [upper = '0', lower = '0'] = text.split('/');
  return (BigInt(`0x${upper}`) << 32n) + BigInt(`0x${lower}`);
}

/**
 * Compares GTIDs such as `0-1-100,1-2-5` (domain, server, number). Numbers increase within a domain, whatever
 * the server.
 */
function isEveryDomainReached(applied: string, written: string): boolean {
  const reached = numbersOf(applied);
  return [...numbersOf(written)].every(([domain, number]) => (reached.get(domain) ?? -1n) >= number);
}

function numbersOf(positions: string): ReadonlyMap<string, bigint> {
  return new Map(
    positions.split(',').map((position) => {
      const [domain = '', , number = '0'] = position.trim().split('-');
      return [domain, BigInt(number)];
    }),
  );
}

/**
 * Compares GTID sets such as `UUID:1-5:7,UUID:1-9`, intervals of numbers by server. Tags (from version 8.3)
 * are part of the names.
 */
function isEveryIntervalHeld(applied: string, written: string): boolean {
  const held = intervalsOf(applied);
  return [...intervalsOf(written)].every(([source, wanted]) =>
    wanted.every(([first, last]) =>
      (held.get(source) ?? []).some(([from, to]) => from <= first && last <= to),
    ),
  );
}

type Interval = readonly [first: bigint, last: bigint];

function intervalsOf(set: string): ReadonlyMap<string, readonly Interval[]> {
  const intervals = new Map<string, Interval[]>();
  for (const one of set.split(',')) {
    const [server = '', ...parts] = one.trim().toLowerCase().split(':');
    let source = server;
    for (const part of parts) {
      const [, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(part) ?? [];
      if (first === undefined || last === undefined) {
        source = `${server}:${part}`;
        continue;
      }
      intervals.set(source, [...(intervals.get(source) ?? []), [BigInt(first), BigInt(last)]]);
    }
  }
  return intervals;
}
