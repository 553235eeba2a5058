import { Flags } from '@oclif/core';
import { ServiceCommand } from '../service-command.js';

/** More are waiting for something that is not there. */
const MOST = 1000;

export class Jobs extends ServiceCommand {
  static override summary = 'Show the work in the background that waits, runs and failed.';
  static override description =
    'Jobs are stored with `queue: database` and run by the processes that serve; this command runs none. With `queue: inline` each process keeps its own, and there is nothing to show. Exits 0.';
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --json',
  ];
  static override flags = { json: Flags.boolean({ summary: 'Print one JSON object.' }) };

  async run(): Promise<void> {
    const { flags } = await this.parse(Jobs);
    const { waitingMessages } = await import('../../../kernel/outbox/waiting-messages.js');
    const { JOBS_CHANNEL } = await import('../../../kernel/jobs/jobs.js');
    await this.withApp(async ({ database, config }) => {
      const waiting = await waitingMessages(database, JOBS_CHANNEL, MOST);
      const jobs = waiting.map(({ key, attempts, reason, createdAt, isUnderWay }) => ({
        job: key,
        state: isUnderWay ? 'runs' : reason === null ? 'waits' : 'failed',
        requestedAt: createdAt.toISOString(),
        attempts,
        reason,
      }));
      if (flags.json) this.log(JSON.stringify({ queue: config.queue, jobs }, null, 2));
      else if (jobs.length === 0) this.log('No job waits, runs or failed.');
      for (const { job, state, requestedAt, attempts, reason } of flags.json ? [] : jobs) {
        const failure = reason === null ? '' : `, tried ${attempts} times: ${reason}`;
        this.log(`${job}: ${state}, asked for at ${requestedAt}${failure}`);
      }
      return 0;
    });
  }
}
