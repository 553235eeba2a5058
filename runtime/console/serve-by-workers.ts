import { superviseWorkers } from '../adapters/workers/supervise-workers.js';
import type { ProjectSettings } from './open-project.js';
import { endAtOnce, listenAddress, untilStopped } from './serve-project.js';

/** Serves a project with several worker processes, which it starts and supervises. Returns the exit code. */
export async function serveByWorkers(settings: ProjectSettings): Promise<number> {
  const { config, log } = settings;
  const { workers: count } = config.server;
  const stopped = untilStopped().then((signal) => {
    log.info({ msg: `received ${signal}; finishing open requests` });
    endAtOnce(log);
  });
  const onServing = (): void => log.info({ msg: `Serving ${listenAddress(settings)} with ${count} workers` });
  return superviseWorkers({ count, stopped, onServing, log });
}
