import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import type { App } from '../../../app.js';
import { isUuid } from '../../../kernel/util/is-uuid.js';
import { ServiceCommand } from '../service-command.js';

export class Outbox extends ServiceCommand {
  static override summary = 'Show the messages that wait to be sent, and those that cannot be.';
  static override description =
    'Messages are sent by the processes that serve; this command sends none. Exits 0; 1 when --resend names a message that is not among the dead letters.';
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --dead',
    '<%= config.bin %> <%= command.id %> --resend',
    '<%= config.bin %> <%= command.id %> --resend 3f0a4ad5-5a5c-4a52-9d5e-1c1d3c6f7a10',
  ];
  static override args = {
    id: Args.string({ description: 'A dead letter, for --resend; all of them by default.' }),
  };
  static override flags = {
    dead: Flags.boolean({
      summary: 'List messages that can never be sent as they are, with the reasons.',
      exclusive: ['resend'],
    }),
    resend: Flags.boolean({ summary: 'Put dead letters back behind the messages that wait.' }),
    json: Flags.boolean({ summary: 'Print one JSON object.' }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Outbox);
    const { id } = args;
    if (id !== undefined && !flags.resend) this.error('An id goes with --resend.', { exit: 2 });
    if (id !== undefined && !isUuid(id)) this.error(`"${id}" is not the id of a message.`, { exit: 2 });
    await this.withApp(({ outbox }) => {
      if (flags.resend) return this.resend(outbox, id, flags.json);
      return flags.dead ? this.listDead(outbox, flags.json) : this.listChannels(outbox, flags.json);
    });
  }

  private async listChannels(outbox: App['outbox'], json: boolean): Promise<number> {
    const { describeChannels } = await import('../describe-outbox.js');
    const metrics = await outbox.metrics();
    // Only a sending process knows what it has sent, and this one sends nothing.
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
    else if (resent > 0 || id === undefined) this.log(`${resent} put back; a serving process sends them.`);
    else this.logToStderr(`There is no dead letter ${id}; \`cms outbox --dead\` lists them.`);
    return id !== undefined && resent === 0 ? 1 : 0;
  }
}
