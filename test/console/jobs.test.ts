import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../runtime/adapters/persistence/database.js';
import { JOBS_CHANNEL } from '../../runtime/kernel/jobs/requested-jobs.js';
import { appendMessages, partitionOf } from '../../runtime/kernel/outbox/append-messages.js';
import { SILENT_LOGGER } from '../../runtime/kernel/ports/logger.js';
import { scheduledJobTable } from '../../runtime/kernel/jobs/tables.js';
import { outboxLeaseTable, outboxMessageTable } from '../../runtime/kernel/outbox/tables.js';
import { aProject } from './a-project.js';
import { runCms } from './run-cms.js';

let cwd = '';
beforeAll(async () => {
  cwd = await aProject('migrated', await mkdtemp(join(tmpdir(), 'cms-jobs-')));
  await ask();
});
afterAll(() => rm(cwd, { recursive: true }));

/** Job requests as serving processes leave them: one running, one failed, two waiting. */
async function ask(): Promise<void> {
  const url = `sqlite:${join(cwd, 'var/cms.sqlite')}`;
  const database = await openDatabase({ url, tablePrefix: '_acb_', tables: [], log: SILENT_LOGGER });
  const request = (job: string) => ({ channel: JOBS_CHANNEL, key: job, body: { job } });
  await database.transaction(async (session) => {
    const jobs = ['count-pages', 'scan-orphaned-resources', 'count-files', 'scan-orphaned-resources'];
    await appendMessages(session, jobs.map(request), new Date('2026-03-01T03:00:00Z'));
    await session.run(
      `update ${session.table(outboxMessageTable.name)} set attempts = 3, last_error = 'the disk is\naway' where message_key = 'count-files'`,
    );
    await session.run(
      `insert into ${session.table(outboxLeaseTable.name)} (channel, lane, token) values (:channel, :lane, 'a')`,
      { channel: JOBS_CHANNEL, lane: partitionOf('count-pages') },
    );
    await session.run(
      `insert into ${session.table(scheduledJobTable.name)} (name, followed_until, finished_at, outcome) values ('cleaning', :at, :at, :outcome)`,
      {
        at: session.dialect.encode('datetime', new Date('2026-03-01T03:00:00Z')),
        outcome: '{"dead-letters":3,"ended-sessions":12}',
      },
    );
  });
  await database.close();
}

test('cms jobs lists running, waiting and failed jobs, with the reason', async () => {
  const since = '2026-03-01T03:00:00.000Z';
  expect(await runCms(['jobs'], { cwd })).toMatchObject({
    code: 0,
    stdout: `Job                      State   Requested at              Requests
count-pages              runs    ${since}         1
scan-orphaned-resources  waits   ${since}         2
count-files              failed  ${since}         1
  attempt 3 failed: the disk is away

Scheduled job  Schedule     Time zone      Last run                  Next run
cleaning       */5 * * * *  UTC            ${since}  2026-03-01T03:05:00.000Z
  dead-letters 3, ended-sessions 12
scan-orphaned  0 3 * * *    Europe/London  none                      when the service runs
`,
  });
});

test('cms jobs --json prints the same as JSON', async () => {
  const { code, stdout } = await runCms(['jobs', '--json'], { cwd });
  expect(code).toBe(0);
  const requestedAt = '2026-03-01T03:00:00.000Z';
  const once = { requestedAt, requests: 1, attempts: 0, reason: null };
  expect(JSON.parse(stdout)).toEqual({
    queue: 'inline',
    jobs: [
      { ...once, job: 'count-pages', state: 'runs' },
      { ...once, job: 'scan-orphaned-resources', state: 'waits', requests: 2 },
      { ...once, job: 'count-files', state: 'failed', attempts: 3, reason: 'the disk is\naway' },
    ],
    scheduled: [
      {
        ...{ job: 'cleaning', cron: '*/5 * * * *', timeZone: 'UTC' },
        ...{ lastRun: requestedAt, nextRun: '2026-03-01T03:05:00.000Z' },
        outcome: { 'dead-letters': 3, 'ended-sessions': 12 },
      },
      {
        ...{ job: 'scan-orphaned', cron: '0 3 * * *', timeZone: 'Europe/London' },
        ...{ lastRun: null, nextRun: null, outcome: {} },
      },
    ],
  });
});
