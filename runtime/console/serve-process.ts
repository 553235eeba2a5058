import { waitForDatabase } from '../adapters/persistence/wait-for-database.js';
import { createHttpServer } from '../adapters/http/server.js';
import type { WorkerLink } from '../adapters/workers/worker-link.js';
import { endServing } from './end-serving.js';
import type { OpenProject } from './open-project.js';
import { assertMigrated, endAtOnce, listenAddress, openForVisitors, untilStopped } from './serve-project.js';
import { KILL_AFTER_MS, startStopWatchdog } from './stop-watchdog.js';

/**
 * Serves a project in this process until it is stopped. Returns the exit code.
 * @param link connection to the primary process, if it is one of several workers
 * @throws ProjectError if it cannot serve
 */
export async function serveProcess(opened: OpenProject, link: WorkerLink | undefined): Promise<number> {
  const { config, log } = opened;
  link?.onOrphaned(() => log.error({ msg: 'primary process exited; stopping the worker' }));
  const { url, waitSeconds } = config.database;
  await waitForDatabase({ url, seconds: waitSeconds, log });
  await assertMigrated(opened);
  const application = await openForVisitors(opened, link?.workers);
  const server = createHttpServer(application);
  await link?.opened();
  const stopped = untilStopped();
  await startStopWatchdog({ killAfterMs: KILL_AFTER_MS });
  await server.listen(config.server.port, config.server.host);
  if (link === undefined) log.info({ msg: `Serving ${listenAddress(opened)}` });
  else link.serving();
  // Workers are stopped by the primary process, and also directly if a terminal or systemd signals all
  // processes.
  const signal = await Promise.race([stopped, ...(link === undefined ? [] : [link.stopped])]);
  if (signal !== undefined) log.info({ msg: `received ${signal}; finishing open requests` });
  endAtOnce(log);
  return endServing({ server, application, log });
}
