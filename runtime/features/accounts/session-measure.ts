import type { Database } from '../../kernel/contract/database/database.js';
import type { Metric } from '../../kernel/contract/features/metrics.js';
import type { Clock } from '../../kernel/ports/clock.js';

/** Creates the metric for the number of live sessions. */
export function createSessionMetric({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): Metric {
  const { dialect, table } = database;
  // Each session has one token that is neither replaced nor expired.
  const sql = `select count(*) as live
from ${table('session')} s
join ${table('refresh_token')} rt on rt.session_id = s.id and rt.expired_at > :now
where s.ended_at is null`;
  return {
    name: 'sessions_live',
    help: 'Sessions of the whole site that have not ended.',
    kind: 'gauge',
    asksDatabase: true,
    async read() {
      const row = await database.first<{ readonly live: unknown }>(sql, {
        now: dialect.encode('datetime', clock.now()),
      });
      return [{ value: Number(row?.live ?? 0) }];
    },
  };
}
