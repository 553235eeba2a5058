import type { OpenProject } from './open-project.js';
import { openMigrator } from './open-project.js';
import { serverUrl } from '../http/server.js';
import { ProjectError } from '../project/project-error.js';

/**
 * Refuses to go on with a database that the generated code does not fit.
 * @throws ProjectError naming what does not fit and the commands.
 */
export async function assertMigrated(opened: OpenProject): Promise<void> {
  const migrator = await openMigrator(opened);
  const misfits = await migrator.misfits();
  if (misfits.length === 0) return;
  const list = misfits.map((misfit) => `  ${misfit}`).join('\n');
  throw new ProjectError(
    `The database does not fit the generated code:\n${list}\nRun \`cms migrate:run\` to bring it up to date; where the schemas changed since, \`cms generate\` before.`,
  );
}

/** Resolves when the process is asked to stop. */
export function untilStopped(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, resolve);
  });
}

/** Address of the server as people type it. */
export function listenAddress({ config }: Pick<OpenProject, 'config'>): string {
  const { host, port } = config.server;
  return serverUrl(port, host) + config.apiPrefix;
}
