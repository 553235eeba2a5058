import { Flags } from '@oclif/core';
import { BaseCommand } from '../base-command.js';

export class Serve extends BaseCommand {
  static override summary = 'Serve the API.';
  static override description =
    'Serves what is generated and migrated. Waits for a database server that is not up yet (DATABASE_WAIT_SECONDS). SIGTERM finishes open requests, then exits 0, within 15 seconds; a second one ends it at once. Refuses to start when migrations are pending.';
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --port 3000 --host 0.0.0.0',
  ];
  static override flags = serverFlags();

  async run(): Promise<void> {
    const { flags } = await this.parse(Serve);
    const { openProject } = await import('../open-project.js');
    const { assertMigrated, endAtOnce, listenAddress, openForVisitors, logNotices, untilStopped } =
      await import('../serve-project.js');
    const { waitForDatabase } = await import('../../persistence/wait-for-database.js');
    const { endServing } = await import('../end-serving.js');
    const { createHttpServer } = await import('../../http/server.js');
    const opened = await openProject({
      root: this.projectRoot,
      overrides: serverOverrides(flags),
      logFormat: process.stderr.isTTY === true ? 'lines' : 'json',
      verbose: this.isVerbose,
    });
    logNotices(opened);
    const { url, waitSeconds } = opened.config.database;
    await waitForDatabase({ url, seconds: waitSeconds, log: opened.log });
    await assertMigrated(opened);
    const application = await openForVisitors(opened);
    const server = createHttpServer(application);
    const { port, host } = opened.config.server;
    const stopped = untilStopped();
    await server.listen(port, host);
    opened.log.info({ msg: `Serving ${listenAddress(opened)}` });
    const signal = await stopped;
    opened.log.info({ msg: `${signal}: finishing open requests` });
    endAtOnce(opened.log);
    this.exit(await endServing({ server, application, log: opened.log }));
  }
}

/** Flags of the commands that serve. */
export function serverFlags() {
  return {
    port: Flags.integer({ summary: 'Port to listen on (default: PORT, else 8000).', min: 1, max: 65535 }),
    host: Flags.string({ summary: 'Address to listen on (default: HOST, else 127.0.0.1).' }),
  };
}

/** Flags win over the variables they stand for. */
export function serverOverrides(flags: {
  readonly port: number | undefined;
  readonly host: string | undefined;
}): Readonly<Record<string, string>> {
  return {
    ...(flags.port === undefined ? {} : { PORT: String(flags.port) }),
    ...(flags.host === undefined ? {} : { HOST: flags.host }),
  };
}
