import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What ids of proxies and tracing systems are made of. Nothing of it can end a line or a field of a log. */
const ID = /^[\w.:@+/=-]{1,128}$/;

/** The id of a request: that of `X-Request-Id`, so that the logs of a proxy and of the service tell of one request by one id; a new one where there is none that could be an id. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && ID.test(given) ? given : randomUUID();
}
