import type { DialectName, SqlRow } from '../../../kernel/contract/database/database.js';

/** How far a server has come in the log of transactions that its replicas follow. */
export interface LogPositions {
  /** Select of `position` on the database: everything that is committed by then lies before it. */
  readonly written: string;
  /** Select of `position` on a replica: everything before it can be read there. Null where the server follows no other. */
  readonly applied: string;
  /** Whether a replica at `applied` has everything before `written`. */
  isReached(applied: string, written: string): boolean;
}

/** None of them needs a privilege. SQLite has no replicas. */
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

/** Undefined where the server says none: it is no replica, or numbers no transactions. */
export function positionIn(rows: readonly SqlRow[]): string | undefined {
  const position = rows[0]?.position;
  return typeof position === 'string' && position !== '' ? position : undefined;
}

/** `16/B374D848`: the upper and the lower half of a number of bytes, in hexadecimal. */
function parseLsn(text: string): bigint {
  const [upper = '0', lower = '0'] = text.split('/');
  return (BigInt(`0x${upper}`) << 32n) + BigInt(`0x${lower}`);
}

/** `0-1-100,1-2-5`: domain, server and number; numbers grow within a domain, whichever server gave them. */
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

/** `UUID:1-5:7,UUID:1-9`: intervals of numbers that each server gave; tags of servers since 8.3 are names among them. */
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
