import type { Endpoint } from '../../contract/http.js';
import { DatabaseUnavailable } from '../../errors/database-unavailable.js';

export interface HealthDeps {
  /** Rejects when the database doesn't answer. */
  ping(): Promise<void>;
}

/** `GET /_/health`: 200 when the database answers, 503 otherwise; asks for no account and is never cached. */
export function createHealthEndpoint({ ping }: HealthDeps): Endpoint {
  return {
    method: 'GET',
    pattern: '/_/health',
    authentication: 'none',
    async handle({ context }) {
      try {
        await ping();
      } catch (err) {
        // An outage is told to the log once, not by each probe.
        const { headers } = err instanceof DatabaseUnavailable ? err : {};
        if (headers === undefined) context.log.warn({ msg: 'the database does not answer', err });
        return { status: 503, body: { status: 'unavailable' }, headers: headers ?? {}, cache: 'private' };
      }
      return { status: 200, body: { status: 'ok' }, cache: 'private' };
    },
  };
}
