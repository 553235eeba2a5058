import * as Flags from '@oclif/core/flags';
import { serverFlags, serverOverrides } from 'cms-api-components/internal/console/commands/serve.js';
import { GeneratorCommand } from '../generator-command.js';

export class Dev extends GeneratorCommand {
  static override summary = 'Run the development server and apply changes as you save.';
  static override description =
    'Generates code, updates the database, loads the scaffold into an empty database and serves the API. If a schema is invalid, or a change would delete stored data, the server prints the error and continues with the previous version. In production, use `cms generate`, `cms migrate:run` and `cms serve`.';
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --port 3000',
    '<%= config.bin %> <%= command.id %> --allow-destructive',
    '<%= config.bin %> <%= command.id %> --fresh',
  ];
  static override flags = {
    ...serverFlags(),
    'allow-destructive': Flags.boolean({
      summary: 'Allow the initial schema changes to delete stored data.',
    }),
    fresh: Flags.boolean({
      summary: 'Delete all data in the database and load the scaffold. Stored files are kept.',
    }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(Dev);
    if (process.env['NODE_ENV'] === 'production')
      this.fail('`cms dev` cannot run with NODE_ENV=production. Run `cms migrate:run`, then `cms serve`.');
    if (flags.fresh) await this.confirmFresh();
    const { createDevSession } = await import('../dev-session.js');
    const { untilStopped } = await import('cms-api-components/internal/console/serve-project.js');
    const { KILL_AFTER_MS, startStopWatchdog } =
      await import('cms-api-components/internal/console/stop-watchdog.js');
    const stopped = untilStopped();
    await startStopWatchdog({ killAfterMs: KILL_AFTER_MS });
    this.progress('Generating code and updating the database ...');
    const session = await createDevSession({
      root: this.projectRoot,
      overrides: serverOverrides(flags),
      verbose: this.isVerbose,
      allowDestructive: flags['allow-destructive'],
      startsOver: flags.fresh,
      print: (line) => this.log(line),
      complain: (error) => this.progress(this.describeError(error)),
    });
    // The command keeps running if the first state can't be served, because the next save may fix it.
    const failure = await Promise.race([stopped, session.failed]);
    await session.close();
    if (failure instanceof Error) throw failure;
    this.exit(0);
  }
  /** Requests confirmation on a terminal. Scripts confirm with the flag. */
  private async confirmFresh(): Promise<void> {
    const { createPrompt, isInteractive } = await import('cms-api-components/internal/console/prompt.js');
    if (!isInteractive()) return;
    const question = 'Delete all data in the database of this project?';
    if (!(await createPrompt().confirm(question))) this.fail('Canceled. Nothing was deleted.');
  }
}
