import { constants } from 'node:os';
import { openApplication, type Application } from './open-application.js';
import { openMigrator, type OpenProject } from './open-project.js';
import { serverUrl } from '../adapters/http/server.js';
import type { Workers } from '../kernel/contract/workers.js';
import { ProjectError } from '../project/project-error.js';
import { ACCOUNTS, DEVELOPMENT_PASSWORD } from '../features/accounts/public-api.js';

/**
 * Checks that the database matches the generated code.
 * @throws ProjectError naming the differences and the commands to run.
 */
export async function assertMigrated(opened: OpenProject): Promise<void> {
  const migrator = await openMigrator(opened);
  const drift = await migrator.drift();
  if (drift.length > 0) throw new ProjectError(describeDrift(drift));
  const newer = (await migrator.status()).filter(({ state }) => state === 'newer').map(({ id }) => id);
  if (newer.length > 0) opened.log.warn({ msg: 'database has migrations from a newer release', newer });
}

export function describeDrift(drift: readonly string[]): string {
  const list = drift.map((driftItem) => `  ${driftItem}`).join('\n');
  return `The database does not match the generated code:\n${list}\nRun \`cms migrate:run\`. If the schemas have changed, run \`cms generate\` first.`;
}

/** Logs notices about the configuration. */
export function logNotices({ config, log }: Pick<OpenProject, 'config' | 'log'>): void {
  for (const msg of config.notices) log.warn({ msg });
}

/**
 * Opens the service of a project for clients, and starts to send waiting messages.
 * @throws ProjectError if an administrator still has the development password, for example in a copied
 * database.
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

/** Returns administrators with the development password. With development conveniences, none are searched. */
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

/** Makes the next stop signal exit the process immediately. */
export function endAtOnce(log: OpenProject['log']): void {
  for (const signal of STOP_SIGNALS)
    process.once(signal, () => {
      log.warn({ msg: `received ${signal} again; exiting immediately` });
      process.exit(128 + constants.signals[signal]);
    });
}

/** Returns a signal that aborts long work when the process receives a stop signal, until `end`. */
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

/** Returns the URL of the server. */
export function listenAddress({ config }: Pick<OpenProject, 'config'>): string {
  const { host, port } = config.server;
  return serverUrl(port, host) + config.apiPrefix;
}
