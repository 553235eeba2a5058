import * as Flags from '@oclif/core/flags';
import { serverFlags, serverOverrides } from 'cms-api-components/internal/adapters/console/commands/serve.js';
import { GeneratorCommand } from '../generator-command.js';

export class Dev extends GeneratorCommand {
  static override summary =
    'Generate, migrate, fill an empty database and serve; again after every change of a schema.';
  static override description =
    'For work on a site. A schema with errors or a change that would lose stored rows leaves the last good state running and prints what to do. In production use generate, migrate:run and serve.';
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --port 3000',
    '<%= config.bin %> <%= command.id %> --allow-destructive',
    '<%= config.bin %> <%= command.id %> --fresh',
  ];
  static override flags = {
    ...serverFlags(),
    'allow-destructive': Flags.boolean({
      summary: 'Let the schemas as they are at the start take stored data away.',
    }),
    fresh: Flags.boolean({
      summary: 'Start over: delete everything in the database, then load the scaffold. Stored files stay.',
    }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(Dev);
    if (process.env['NODE_ENV'] === 'production')
      this.fail('`cms dev` is not for production. Run `cms migrate:run`, then `cms serve`.');
    if (flags.fresh) await this.confirmFresh();
    const { createDevSession } = await import('../dev-session.js');
    const { untilStopped } = await import('cms-api-components/internal/adapters/console/serve-project.js');
    const { KILL_AFTER_MS, startStopWatchdog } =
      await import('cms-api-components/internal/adapters/console/stop-watchdog.js');
    const stopped = untilStopped();
    await startStopWatchdog({ killAfterMs: KILL_AFTER_MS });
    this.progress('Generating the code of schemas/ and bringing the database up to date ...');
    const session = await createDevSession({
      root: this.projectRoot,
      overrides: serverOverrides(flags),
      verbose: this.isVerbose,
      allowDestructive: flags['allow-destructive'],
      startsOver: flags.fresh,
      print: (line) => this.log(line),
      complain: (error) => this.progress(this.describeError(error)),
    });
    // A first state that cannot be served is worth waiting on: the next save may mend it.
    const failure = await Promise.race([stopped, session.failed]);
    await session.close();
    if (failure instanceof Error) throw failure;
    this.exit(0);
  }
  /** Whoever sits at a terminal is asked; a script has said it by the flag. */
  private async confirmFresh(): Promise<void> {
    const { createPrompt, isInteractive } =
      await import('cms-api-components/internal/adapters/console/prompt.js');
    if (!isInteractive()) return;
    const question = 'Delete everything in the database of this project and start over?';
    if (!(await createPrompt().confirm(question))) this.fail('Nothing was deleted.');
  }
}
