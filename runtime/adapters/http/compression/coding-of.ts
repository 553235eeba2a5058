import type { Compression, ContentCoding } from '../../../kernel/contract/http/compression.js';
import type { WireAnswer } from '../../../kernel/contract/http/wire-answer.js';
import { bearerToken } from '../../../kernel/util/http/bearer-token.js';
import type { Exchange } from '../exchange.js';
import type { OriginPolicy } from '../origin-policy.js';

export interface CodingOfDeps {
  readonly compression?: Compression | undefined;
  readonly origins: Pick<OriginPolicy, 'isOfOwnSite'>;
}

/** The coding in which an answer is sent to whoever asked for it; undefined where it is sent as it is. */
export type CodingOf = (exchange: Exchange, answer: WireAnswer) => ContentCoding | undefined;

/**
 * An answer to a caller that a cookie identifies is coded only for pages that may read it as it is: another site that has a
 * browser ask would learn of its content from its length (BREACH, ADR 90).
 */
export function createCodingOf({ compression, origins }: CodingOfDeps): CodingOf {
  if (compression === undefined) return () => undefined;
  return ({ request, actor }, { headers }) => {
    // What has no length yet may be live, and must not wait until there is enough of it.
    const bytes = Number(headers['Content-Length'] ?? 0);
    const coding = compression.codingFor(request.headers['accept-encoding'], bytes);
    if (coding === undefined || !compression.isCodable(headers)) return undefined;
    const isByCookie = actor.user !== null && bearerToken(request.headers) === undefined;
    return isByCookie && !origins.isOfOwnSite(request.headers) ? undefined : coding;
  };
}
