import { constants } from 'node:os';
import { openApplication, type Application } from './open-application.js';
import { openMigrator, type OpenProject } from './open-project.js';
import { serverUrl } from '../adapters/http/server.js';
import type { Workers } from '../kernel/ports/workers.js';
import { ProjectError } from '../project/project-error.js';
import { ACCOUNTS, DEVELOPMENT_PASSWORD } from '../features/accounts/door.js';

/**
 * Asserts that the database matches the generated code.
 * @throws ProjectError with the differences and the commands to run
 */
export async function assertMigrated(opened: OpenProject): Promise<void> {
  const migrator = await openMigrator(opened);
  const misfits = await migrator.misfits();
  if (misfits.length > 0) throw new ProjectError(describeMisfits(misfits));
  const newer = (await migrator.status()).filter(({ state }) => state === 'newer').map(({ id }) => id);
  if (newer.length > 0) opened.log.warn({ msg: 'database has migrations from a newer release', newer });
}

export function describeMisfits(misfits: readonly string[]): string {
  const list = misfits.map((misfit) => `  ${misfit}`).join('\n');
  return `The database does not match the generated code:\n${list}\nRun \`cms migrate:run\`. If the schemas have changed, run \`cms generate\` first.`;
}

/** Logs the notices of the configuration. */
export function logNotices({ config, log }: Pick<OpenProject, 'config' | 'log'>): void {
  for (const msg of config.notices) log.warn({ msg });
}

/**
 * Opens the service of a project for public access and starts sending outbox messages.
 * @throws ProjectError if an administrator has the development password, which a copied database may contain
 */
export async function openForVisitors(opened: OpenProject, workers?: Workers): Promise<Application> {
  const application = await openApplication(opened, workers === undefined ? {} : { workers });
  const names = await knownPasswords(application.app);
  if (names.length === 0) {
    await application.app.startServing().catch(async (error: unknown) => {
      await application.close();
      throw error;
    });
    return application;
  }
  await application.close();
  throw new ProjectError(describeKnownPasswords(names));
}

/** Returns administrators with the development password. Skipped in development. */
export async function knownPasswords({ config, get }: Application['app']): Promise<readonly string[]> {
  return config.conveniences ? [] : get(ACCOUNTS).administratorsWith(DEVELOPMENT_PASSWORD);
}

export function describeKnownPasswords(names: readonly string[]): string {
  const list = names.map((name) => `  ${name}`).join('\n');
  return `These administrators have the default password of development:\n${list}\nSet a new password for each with \`cms user:create NAME EMAIL --super-admin --overwrite\`.`;
}

const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** Resolves with the first stop signal. */
export function untilStopped(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of STOP_SIGNALS) process.once(signal, resolve);
  });
}

/** Ends the process immediately on the next signal. */
export function endAtOnce(log: OpenProject['log']): void {
  for (const signal of STOP_SIGNALS)
    process.once(signal, () => {
      log.warn({ msg: `received ${signal} again; exiting immediately` });
      process.exit(128 + constants.signals[signal]);
    });
}

/** Returns a signal that aborts on a stop signal until `end`, so that long work can finish cleanly. */
export function abortedByUser(): { readonly signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  const abort = (name: NodeJS.Signals): void => controller.abort(new ProjectError(`Canceled by ${name}.`));
  for (const name of STOP_SIGNALS) process.once(name, abort);
  return {
    signal: controller.signal,
    end() {
      for (const name of STOP_SIGNALS) process.removeListener(name, abort);
    },
  };
}

/** Returns the address of the server as users type it. */
export function listenAddress({ config }: Pick<OpenProject, 'config'>): string {
  const { host, port } = config.server;
  return serverUrl(port, host) + config.apiPrefix;
}
