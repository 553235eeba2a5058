import * as Flags from '@oclif/core/flags';
import { BaseCommand } from '../base-command.js';

export class Serve extends BaseCommand {
  static override summary = 'Serve the API.';
  static override description =
    'Serves the generated API with one process, or with several processes at one address (--workers). Waits for the database server to become available (DATABASE_WAIT_SECONDS). Does not start while migrations are pending. On SIGTERM, finishes open requests and exits with 0 within 15 seconds; a second signal exits immediately. A process that is stuck is killed after 20 seconds.';
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --port 3000 --host 0.0.0.0',
    '<%= config.bin %> <%= command.id %> --workers auto',
  ];
  static override flags = {
    ...serverFlags(),
    workers: Flags.string({
      summary: 'Number of processes, or auto for one per CPU core. Default: WORKERS, or 1.',
      helpValue: 'N|auto',
    }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(Serve);
    const { openSettings } = await import('../open-project.js');
    const { logNotices } = await import('../serve-project.js');
    const { openWorkerLink } = await import('../../adapters/workers/worker-link.js');
    const link = openWorkerLink();
    const settings = await openSettings({
      root: this.projectRoot,
      overrides: {
        ...serverOverrides(flags),
        ...(flags.workers === undefined ? {} : { WORKERS: flags.workers }),
      },
      logFormat: process.stderr.isTTY === true ? 'lines' : 'json',
      verbosity: this.verbosity,
      worker: link?.number,
    });
    if (link === undefined) logNotices(settings);
    if (link === undefined && settings.config.server.workers > 1) {
      const { serveByWorkers } = await import('../serve-by-workers.js');
      this.exit(await serveByWorkers(settings));
    }
    const { loadProject } = await import('../../project/load-project.js');
    const { serveProcess } = await import('../serve-process.js');
    this.exit(await serveProcess({ ...settings, project: await loadProject(this.projectRoot) }, link));
  }
}

/** Returns the flags of commands that serve. */
export function serverFlags() {
  return {
    port: Flags.integer({ summary: 'Port to listen on. Default: PORT, or 8000.', min: 1, max: 65535 }),
    host: Flags.string({ summary: 'Address to listen on. Default: HOST, or 127.0.0.1.' }),
  };
}

/** Returns environment overrides of flags, which take precedence over the variables. */
export function serverOverrides(flags: {
  readonly port: number | undefined;
  readonly host: string | undefined;
}): Readonly<Record<string, string>> {
  return {
    ...(flags.port === undefined ? {} : { PORT: String(flags.port) }),
    ...(flags.host === undefined ? {} : { HOST: flags.host }),
  };
}
