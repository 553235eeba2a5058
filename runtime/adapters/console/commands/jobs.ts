import { Flags } from '@oclif/core';
import type { RequestedJob } from '../../../kernel/jobs/requested-jobs.js';
import { textTable } from '../../../kernel/util/text-table.js';
import { printable } from '../../../kernel/util/printable.js';
import { ServiceCommand } from '../service-command.js';

/** More are waiting for something that is not there. */
const MOST = 10_000;

export class Jobs extends ServiceCommand {
  static override summary = 'Show the work in the background that waits, runs and failed.';
  static override description =
    'Jobs are run by the processes that serve, and again until they succeed; this command runs none. Those that are done are not shown. Exits 0.';
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --json',
  ];
  static override flags = { json: Flags.boolean({ summary: 'Print one JSON object.' }) };

  async run(): Promise<void> {
    const { flags } = await this.parse(Jobs);
    const { requestedJobs } = await import('../../../kernel/jobs/requested-jobs.js');
    await this.withApp(async ({ database, config }) => {
      const jobs = await requestedJobs(database, MOST);
      if (flags.json) this.log(JSON.stringify({ queue: config.queue, jobs }, null, 2));
      else for (const line of describeJobs(jobs)) this.log(line);
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
