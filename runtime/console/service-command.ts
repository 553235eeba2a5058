import type { App } from '../app.js';
import { BaseCommand } from './base-command.js';
import type { ApplicationOptions } from './open-application.js';

/** Base of commands that use the service of the project, whether or not a server is running. */
export abstract class ServiceCommand extends BaseCommand {
  /** Opens the service, runs `work` and exits with its code. */
  protected async withApp(
    work: (app: App) => Promise<number>,
    options: ApplicationOptions = {},
  ): Promise<void> {
    const { openProject } = await import('./open-project.js');
    const { openApplication } = await import('./open-application.js');
    const { assertMigrated } = await import('./serve-project.js');
    const opened = await openProject({
      root: this.projectRoot,
      verbosity: this.verbosity,
      // Maintenance commands need only the database settings.
      use: options.isMaintenance ? 'database' : 'service',
    });
    await assertMigrated(opened);
    const application = await openApplication(opened, { command: this.id ?? '', ...options });
    let code: number;
    try {
      code = await work(application.app);
    } finally {
      await application.close();
    }
    if (code !== 0) this.exit(code);
  }
}
