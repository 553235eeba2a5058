import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import type { App } from '../../app.js';
import { isUuid } from '../../kernel/util/is-uuid.js';
import { ServiceCommand } from '../service-command.js';

export class Outbox extends ServiceCommand {
  static override summary = 'List queued messages and dead letters.';
  static override description =
    'Serving processes send the messages; this command does not. Exits with 1 if --resend is given the id of an unknown dead letter, and with 0 otherwise.';
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --dead',
    '<%= config.bin %> <%= command.id %> --resend',
    '<%= config.bin %> <%= command.id %> --resend 3f0a4ad5-5a5c-4a52-9d5e-1c1d3c6f7a10',
  ];
  static override args = {
    id: Args.string({ description: 'Id of a dead letter, for --resend. Default: all dead letters.' }),
  };
  static override flags = {
    dead: Flags.boolean({
      summary: 'List dead letters (messages that cannot be delivered) and the reasons.',
      exclusive: ['resend'],
    }),
    resend: Flags.boolean({ summary: 'Queue dead letters for delivery again.' }),
    json: Flags.boolean({ summary: 'Print the result as JSON.' }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Outbox);
    const { id } = args;
    if (id !== undefined && !flags.resend) this.error('An id requires --resend.', { exit: 2 });
    if (id !== undefined && !isUuid(id)) this.error(`"${id}" is not a valid message id.`, { exit: 2 });
    await this.withApp(({ outbox }) => {
      if (flags.resend) return this.resend(outbox, id, flags.json);
      return flags.dead ? this.listDead(outbox, flags.json) : this.listChannels(outbox, flags.json);
    });
  }

  private async listChannels(outbox: App['outbox'], json: boolean): Promise<number> {
    const { describeChannels } = await import('../describe-outbox.js');
    const metrics = await outbox.metrics();
    // Send counts are per process, and this process sends nothing.
    const channels = metrics.map(({ channel, pending, oldestAgeMs, dead, isDelivered }) => {
      return { channel, pending, oldestAgeMs, dead, isDelivered };
    });
    if (json) this.log(JSON.stringify({ channels }, null, 2));
    else for (const line of describeChannels(channels)) this.log(line);
    return 0;
  }

  private async listDead(outbox: App['outbox'], json: boolean): Promise<number> {
    const { describeDeadLetters } = await import('../describe-outbox.js');
    const deadLetters = await outbox.deadLetters.list();
    if (json) this.log(JSON.stringify({ deadLetters }, null, 2));
    else for (const line of describeDeadLetters(deadLetters)) this.log(line);
    return 0;
  }

  private async resend(outbox: App['outbox'], id: string | undefined, json: boolean): Promise<number> {
    const resent = await outbox.deadLetters.resend(id?.toLowerCase());
    if (json) this.log(JSON.stringify({ resent }, null, 2));
    else if (resent > 0 || id === undefined) this.log(`Dead letters queued for delivery: ${resent}`);
    else
      this.logToStderr(
        `Dead letter ${id} does not exist. Run \`cms outbox --dead\` to list all dead letters.`,
      );
    return id !== undefined && resent === 0 ? 1 : 0;
  }
}
