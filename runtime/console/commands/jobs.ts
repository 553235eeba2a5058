import * as Flags from '@oclif/core/flags';
import type { ScheduledState } from '../../kernel/jobs/scheduled-states.js';
import type { RequestedJob } from '../../kernel/jobs/requested-jobs.js';
import { textTable } from '../../kernel/util/text/text-table.js';
import { printable } from '../../kernel/util/text/printable.js';
import { ServiceCommand } from '../service-command.js';

/** Maximum number of requests to list. */
const MOST = 10_000;

export class Jobs extends ServiceCommand {
  static override summary = 'List background jobs and schedules.';
  static override description =
    'Lists jobs that are waiting, running or failed, and scheduled jobs with their next run, their last run and its result. Completed jobs without a schedule are not listed. Serving processes run the jobs and retry failed ones. Exits with 0.';
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --json',
  ];
  static override flags = { json: Flags.boolean({ summary: 'Print the result as JSON.' }) };

  async run(): Promise<void> {
    const { flags } = await this.parse(Jobs);
    const { requestedJobs } = await import('../../kernel/jobs/requested-jobs.js');
    const { scheduledStates } = await import('../../kernel/jobs/scheduled-states.js');
    await this.withApp(async ({ database, config, scheduledJobs }) => {
      const jobs = await requestedJobs(database, MOST);
      const scheduled = await scheduledStates(database, scheduledJobs);
      if (flags.json) this.log(JSON.stringify({ queue: config.queue, jobs, scheduled }, null, 2));
      else for (const line of [...describeJobs(jobs), '', ...describeScheduled(scheduled)]) this.log(line);
      return 0;
    });
  }
}

/** Formats jobs as a table, with the reason of a failed run below its job. */
function describeJobs(jobs: readonly RequestedJob[]): readonly string[] {
  if (jobs.length === 0) return ['No jobs are waiting, running or failed.'];
  const [heading = '', ...lines] = textTable([
    ['Job', 'State', 'Requested at', 'Requests'],
    ...jobs.map(({ job, state, requestedAt, requests }) => [
      printable(job),
      state,
      requestedAt.toISOString(),
      requests,
    ]),
  ]);
  const reasons = jobs.map(({ attempts, reason }) =>
    reason === null ? [] : [`  attempt ${attempts} failed: ${printable(reason)}`],
  );
  return [heading, ...lines.flatMap((line, index) => [line, ...(reasons[index] ?? [])])];
}

/** Formats scheduled jobs as a table, with the last result below each job. */
function describeScheduled(jobs: readonly ScheduledState[]): readonly string[] {
  const [heading = '', ...lines] = textTable([
    ['Scheduled job', 'Schedule', 'Time zone', 'Last run', 'Next run'],
    ...jobs.map(({ job, cron, timeZone, lastRun, nextRun }) => [
      printable(job),
      cron,
      timeZone,
      lastRun?.toISOString() ?? 'none',
      nextRun?.toISOString() ?? 'when the service runs',
    ]),
  ]);
  const outcomes = jobs.map(({ outcome }) => {
    const parts = Object.entries(outcome).map(([name, count]) => `${printable(name)} ${count}`);
    return parts.length === 0 ? [] : [`  ${parts.join(', ')}`];
  });
  return [heading, ...lines.flatMap((line, index) => [line, ...(outcomes[index] ?? [])])];
}
