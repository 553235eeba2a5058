import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../kernel/ports/logger.js';
import type { HttpServer } from '../adapters/http/server.js';

/** Grace periods, after which open requests and then service connections are dropped. */
const REQUESTS_MS = 10_000;
const SERVICE_MS = 5_000;

export interface Serving {
  readonly server: Pick<HttpServer, 'close'>;
  readonly application: { close(): Promise<void> };
  readonly log: Logger;
}

/**
 * Stops a serving process within `REQUESTS_MS` and `SERVICE_MS`: finishes open requests, then closes the
 * connections. Returns the exit code; 1 if the service did not close in time.
 */
export async function endServing({ server, application, log }: Serving): Promise<0 | 1> {
  await server.close(REQUESTS_MS);
  const waiting = new AbortController();
  const outcome = await Promise.race([
    application.close().then(() => 'closed' as const),
    sleep(SERVICE_MS, 'late' as const, { signal: waiting.signal }),
  ]);
  waiting.abort();
  if (outcome === 'closed') return 0;
  // Do not wait for an unresponsive database, which rolls back open transactions on its own.
  log.warn({ msg: `service did not close within ${SERVICE_MS / 1000} seconds; exiting` });
  return 1;
}
