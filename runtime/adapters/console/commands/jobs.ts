import * as Flags from '@oclif/core/flags';
import type { ScheduledState } from '../../../kernel/jobs/scheduled-states.js';
import type { RequestedJob } from '../../../kernel/jobs/requested-jobs.js';
import { textTable } from '../../../kernel/util/text-table.js';
import { printable } from '../../../kernel/util/printable.js';
import { ServiceCommand } from '../service-command.js';

/** More are waiting for something that is not there. */
const MOST = 10_000;

export class Jobs extends ServiceCommand {
  static override summary =
    'Show the work in the background that waits, runs and failed, and what runs by itself.';
  static override description =
    'Jobs are run by the processes that serve, and again until they succeed; this command runs none. Those with a schedule are shown with their last and next run, and what the last one did, such as what was removed at the end of its lifetime; of the others none that are done. Exits 0.';
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --json',
  ];
  static override flags = { json: Flags.boolean({ summary: 'Print one JSON object.' }) };

  async run(): Promise<void> {
    const { flags } = await this.parse(Jobs);
    const { requestedJobs } = await import('../../../kernel/jobs/requested-jobs.js');
    const { scheduledStates } = await import('../../../kernel/jobs/scheduled-states.js');
    await this.withApp(async ({ database, config, scheduledJobs }) => {
      const jobs = await requestedJobs(database, MOST);
      const scheduled = await scheduledStates(database, scheduledJobs);
      if (flags.json) this.log(JSON.stringify({ queue: config.queue, jobs, scheduled }, null, 2));
      else for (const line of [...describeJobs(jobs), '', ...describeScheduled(scheduled)]) this.log(line);
      return 0;
    });
  }
}

/** A table; why a run failed is below its job. */
function describeJobs(jobs: readonly RequestedJob[]): readonly string[] {
  if (jobs.length === 0) return ['No job waits, runs or failed.'];
  const [heading = '', ...lines] = textTable([
    ['Job', 'State', 'Asked for since', 'Requests'],
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

/** A table; what the last run did is below its job. */
function describeScheduled(jobs: readonly ScheduledState[]): readonly string[] {
  const [heading = '', ...lines] = textTable([
    ['Scheduled job', 'Schedule', 'Time zone', 'Last run', 'Next run'],
    ...jobs.map(({ job, cron, timeZone, lastRun, nextRun }) => [
      printable(job),
      cron,
      timeZone,
      lastRun?.toISOString() ?? 'none',
      nextRun?.toISOString() ?? 'when a process serves',
    ]),
  ]);
  const outcomes = jobs.map(({ outcome }) => {
    const parts = Object.entries(outcome).map(([name, count]) => `${printable(name)} ${count}`);
    return parts.length === 0 ? [] : [`  ${parts.join(', ')}`];
  });
  return [heading, ...lines.flatMap((line, index) => [line, ...(outcomes[index] ?? [])])];
}
