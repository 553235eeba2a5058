import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Characters in ids of proxies and tracing systems. None can break a log line or field. */
const ID = /^[\w.:@+/=-]{1,128}$/;

/**
 * Returns the request id: a valid `X-Request-Id`, so that logs of a proxy and the service share it, or a new
 * one.
 */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && ID.test(given) ? given : randomUUID();
}
