import type { IncomingMessage, ServerResponse } from 'node:http';
import { matchesEntityTag } from '../cache-headers.js';
import { isLarge, sendLarge } from '../send-answer.js';
import { type CachedAnswer, notModifiedOf } from './cached-answer.js';

export interface SendCached {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly answer: CachedAnswer;
  readonly id: string;
  /** Header of an answer that expires by date; undefined when the cached header is still right. */
  readonly cacheControl: string | undefined;
}

/** Writes a kept answer as it would be written had it just been computed. */
export function sendCached({
  request,
  response,
  answer,
  id,
  cacheControl,
}: SendCached): Promise<void> | undefined {
  if (response.destroyed || response.headersSent) return undefined;
  const { etag, body } = answer;
  const isModified = etag === undefined || !matchesEntityTag(request.headers['if-none-match'], etag);
  const { values, idAt, cacheControlAt } = isModified ? answer.whole : notModifiedOf(answer);
  // Written to the connection before anybody else fills in his.
  values[idAt] = id;
  if (cacheControl !== undefined) values[cacheControlAt] = cacheControl;
  response.writeHead(isModified ? 200 : 304, values);
  if (!isModified || request.method === 'HEAD') response.end();
  else if (isLarge(body)) return sendLarge(Buffer.from(body, 'latin1'), response);
  else response.end(body, 'latin1');
  return undefined;
}
