import type { App } from '../../app.js';
import type { FeatureCommand } from '../../kernel/feature.js';
import { BaseCommand } from './base-command.js';
import type { ApplicationOptions } from './open-application.js';

interface FeatureCommandUse {
  readonly args?: readonly string[];
  readonly missing?: string;
}

/** A command that works with the service of the project, beside a running server or without one. */
export abstract class ServiceCommand extends BaseCommand {
  /** Opens the service, runs `work` and ends with its exit code. */
  protected async withApp(
    work: (app: App) => Promise<number>,
    options: ApplicationOptions = {},
  ): Promise<void> {
    const { openProject } = await import('./open-project.js');
    const { openApplication } = await import('./open-application.js');
    const { assertMigrated } = await import('./serve-project.js');
    const opened = await openProject({
      root: this.projectRoot,
      verbose: this.isVerbose,
      // Who only looks at what is stored needs no more of the configuration than that.
      use: options.isMaintenance ? 'database' : 'service',
    });
    await assertMigrated(opened);
    const application = await openApplication(opened, options);
    let code: number;
    try {
      code = await work(application.app);
    } finally {
      await application.close();
    }
    if (code !== 0) this.exit(code);
  }

  /** Runs what a built-in feature adds under that name with words of its own; `missing` is why it may not be there. */
  protected async runFeatureCommand(
    name: string,
    { args = [], missing = `There is no ${name}.` }: FeatureCommandUse = {},
  ): Promise<void> {
    await this.withApp(async (app) => {
      const command = app.featureCommands.find((each) => each.name === name);
      if (command === undefined) this.fail(missing);
      await this.runIn(app, command, args);
      return 0;
    });
  }

  /** Runs a command of a feature: what it prints is the result, and its progress is not. */
  protected async runIn(app: App, command: FeatureCommand, args: readonly string[]): Promise<void> {
    const line = this.progressLine();
    try {
      await command.run(app, {
        args,
        print: (text) => {
          line.end();
          this.log(text);
        },
        progress: (text) => line.show(() => text),
      });
    } finally {
      line.end();
    }
  }
}
