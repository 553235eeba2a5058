import type { HttpExchange, HttpTools } from '../../../kernel/contract/http-hooks.js';
import { type CachedAnswer, notModifiedOf } from './cached-answer.js';
import type { KeptTally } from './kept-measures.js';

/** Sends a kept answer as it would be sent had it just been computed. */
export type SendCached = (
  answer: CachedAnswer,
  exchange: Pick<HttpExchange, 'request' | 'response' | 'id' | 'now'>,
) => Promise<void> | undefined;

export function createSendCached(server: HttpTools, tally: Pick<KeptTally, 'hits'>): SendCached {
  return (answer, { request, response, id, now }) => {
    if (response.destroyed || response.headersSent) return undefined;
    tally.hits += 1;
    const { etag, body, expiresAt } = answer;
    const isModified = etag === undefined || !server.matchesEntityTag(request.headers['if-none-match'], etag);
    const { values, idAt, cacheControlAt } = isModified ? answer.whole : notModifiedOf(answer);
    // Written to the connection before anybody else fills in his.
    values[idAt] = id;
    if (expiresAt !== undefined) values[cacheControlAt] = server.cacheControl(expiresAt, now);
    response.writeHead(isModified ? 200 : 304, values);
    if (!isModified || request.method === 'HEAD') response.end();
    else if (server.isLarge(body)) return server.sendLarge(Buffer.from(body, 'latin1'), response);
    else response.end(body, 'latin1');
    return undefined;
  };
}
