import type { Compression, ContentEncoding } from '../../../kernel/contract/http/compression.js';
import type { WireAnswer } from '../../../kernel/contract/http/wire-answer.js';
import { bearerToken } from '../../../kernel/util/http/bearer-token.js';
import type { Exchange } from '../exchange.js';
import type { OriginPolicy } from '../origin-policy.js';

export interface EncodingOfDeps {
  readonly compression?: Compression | undefined;
  readonly origins: Pick<OriginPolicy, 'isOfOwnSite'>;
}

/** Returns the coding for a response to a caller; undefined if it is sent uncompressed. */
export type EncodingOf = (exchange: Exchange, answer: WireAnswer) => ContentEncoding | undefined;

/**
 * Creates the choice of a coding. For callers identified by a cookie, responses are compressed only for pages
 * that may read them. Otherwise another site could send requests and infer content from the length (BREACH,
 * ADR 90).
 */
export function createEncodingOf({ compression, origins }: EncodingOfDeps): EncodingOf {
  if (compression === undefined) return () => undefined;
  return ({ request, actor }, { headers }) => {
    // A body of unknown length may be a live stream, which must not be buffered.
    const bytes = Number(headers['Content-Length'] ?? 0);
    const encoding = compression.encodingFor(request.headers['accept-encoding'], bytes);
    if (encoding === undefined || !compression.isCodable(headers)) return undefined;
    const isByCookie = actor.user !== null && bearerToken(request.headers) === undefined;
    return isByCookie && !origins.isOfOwnSite(request.headers) ? undefined : encoding;
  };
}
