import type { HttpExchange, HttpTools } from '../../../kernel/contract/http-hooks.js';
import { type CachedAnswer, notModifiedOf } from './cached-answer.js';
import type { KeptTally } from './kept-measures.js';
import { type OfferStale, staleValues } from './stale-headers.js';

/**
 * Sends a kept answer as it would be sent had it just been computed; `isStale` marks one that may be old by now.
 */
export type SendCached = (
  answer: CachedAnswer,
  exchange: Pick<HttpExchange, 'request' | 'response' | 'id' | 'now'>,
  isStale?: boolean,
) => Promise<void> | undefined;

export function createSendCached(
  server: HttpTools,
  { tally, offerStale }: { readonly tally: Pick<KeptTally, 'hits'>; readonly offerStale: OfferStale },
): SendCached {
  return (answer, { request, response, id, now }, isStale = false) => {
    if (response.destroyed || response.headersSent) return undefined;
    tally.hits += 1;
    const { etag, body, expiresAt } = answer;
    const isModified = etag === undefined || !server.matchesEntityTag(request.headers['if-none-match'], etag);
    const list = isModified ? answer.whole : notModifiedOf(answer);
    const values = isStale ? staleValues(list, answer, { now, server }) : list.values;
    // Written to the connection before anybody else fills in his.
    values[list.idAt] = id;
    if (expiresAt !== undefined && !isStale)
      values[list.cacheControlAt] = offerStale(server.cacheControl(expiresAt, now));
    response.writeHead(isModified ? 200 : 304, values);
    if (!isModified || request.method === 'HEAD') response.end();
    else if (server.isLarge(body)) return server.sendLarge(Buffer.from(body, 'latin1'), response);
    else response.end(body, 'latin1');
    return undefined;
  };
}
