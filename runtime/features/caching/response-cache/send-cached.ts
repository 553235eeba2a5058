import type { HttpExchange, HttpTools } from '../../../kernel/contract/http/http-hooks.js';
import { namedEntityTag } from '../../../kernel/endpoints/entity-tag.js';
import { type CachedAnswer, notModifiedOf } from './cached-answer.js';
import type { CacheTally } from './cache-metrics.js';
import { type OfferStale, staleValues } from './stale-headers.js';
import { unsharedValues } from './still-true.js';

/**
 * Mode of sending a response. `kept`: like a newly computed one. `stale`: marked as possibly outdated. `unshared`:
 * valid for this request, but other caches must not store it.
 */
export type SentAs = 'kept' | 'stale' | 'unshared';

export type SendCached = (
  answer: CachedAnswer,
  exchange: Pick<HttpExchange, 'request' | 'response' | 'id' | 'now'>,
  as: SentAs,
) => Promise<void> | undefined;

export interface SendCachedDeps {
  readonly tally: Pick<CacheTally, 'hits'>;
  readonly offerStale: OfferStale;
  /** Called with each response that shared caches may store. */
  readonly share?: ((answer: CachedAnswer) => void) | undefined;
}

export function createSendCached(
  server: HttpTools,
  { tally, offerStale, share }: SendCachedDeps,
): SendCached {
  return (answer, { request, response, id, now }, as) => {
    if (response.destroyed || response.headersSent) return undefined;
    tally.hits += 1;
    const { etag, body, expiresAt } = answer;
    const named = etag === undefined ? undefined : namedEntityTag(request.headers['if-none-match'], etag);
    const isModified = named === undefined;
    const list = isModified ? answer.whole : notModifiedOf(answer);
    const values = as === 'stale' ? staleValues(list, answer, { now, server }) : list.values;
    // Written to the connection before another request sets its values.
    values[list.idAt] = id;
    if (named !== undefined) values[list.etagAt] = named;
    if (as === 'kept') {
      if (expiresAt !== undefined)
        values[list.cacheControlAt] = offerStale(server.cacheControl(expiresAt, now));
      share?.(answer);
    }
    response.writeHead(isModified ? 200 : 304, as === 'unshared' ? unsharedValues(list) : values);
    if (!isModified || request.method === 'HEAD') response.end();
    else if (server.isLarge(body)) return server.sendLarge(Buffer.from(body, 'latin1'), response);
    else response.end(body, 'latin1');
    return undefined;
  };
}
