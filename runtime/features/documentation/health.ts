import type { ApiResponse, Endpoint } from '../../kernel/contract/http.js';
import { DatabaseUnavailable } from '../../kernel/errors/database-unavailable.js';

export interface HealthDeps {
  /** Rejects when the database doesn't answer. */
  ping(): Promise<void>;
}

const OK = { status: 'ok' };

/**
 * `/_/health`: 200 when the database answers, else 503; `/_/health/live`: 200 while the process answers. They ask for no
 * account, are plain JSON whatever the caller accepts, and are never cached (contract decision 70).
 */
export function createHealthEndpoints({ ping }: HealthDeps): readonly Endpoint[] {
  const shared = { method: 'GET', authentication: 'none', produces: ['*/*'] } as const;
  return [
    {
      ...shared,
      pattern: '/_/health',
      async handle({ context }) {
        try {
          await ping();
        } catch (err) {
          // An outage is logged once, not by each probe.
          if (!(err instanceof DatabaseUnavailable))
            context.log.warn({ msg: 'the database does not answer', err });
          return answer(503, { status: 'unavailable', reason: 'database' });
        }
        return answer(200, OK);
      },
    },
    { ...shared, pattern: '/_/health/live', handle: () => Promise.resolve(answer(200, OK)) },
  ];
}

function answer(status: number, body: object): ApiResponse {
  const headers = status === 503 ? { 'Retry-After': '5' } : {};
  return {
    status,
    content: JSON.stringify(body),
    contentType: 'application/json',
    headers,
    cache: 'private',
  };
}
