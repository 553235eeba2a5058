import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../kernel/ports/logger.js';
import type { HttpServer } from '../adapters/http/server.js';

/** What is still open then is dropped: the requests, and behind them the connections of the service. */
const REQUESTS_MS = 10_000;
const SERVICE_MS = 5_000;

export interface Serving {
  readonly server: Pick<HttpServer, 'close'>;
  readonly application: { close(): Promise<void> };
  readonly log: Logger;
}

/**
 * Ends a process that serves within `REQUESTS_MS` and `SERVICE_MS`, whatever hangs: open requests are finished, then the
 * connections are closed. Answers its exit code: 1 where the service had to be left as it was.
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
  // A database that says nothing is not waited for: it undoes what was open by itself.
  log.warn({ msg: `service did not close within ${SERVICE_MS / 1000} seconds; exiting` });
  return 1;
}
