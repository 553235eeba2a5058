import type { HttpTools } from '../../../kernel/contract/http/http-hooks.js';
import type { CachedAnswer, HeaderList } from './cached-answer.js';

/** RFC 7234, section 5.5.4: the answer could not be confirmed. */
const REVALIDATION_FAILED = '111 - "Revalidation Failed"';

/** Adds to the `Cache-Control` of what shared caches keep how long it may stand in for an error (RFC 5861). */
export type OfferStale = (cacheControl: string) => string;

/** 0 seconds offer nothing. */
export function createOfferStale(seconds: number): OfferStale {
  return (cacheControl) =>
    seconds > 0 && IS_SHARED.test(cacheControl) ? `${cacheControl}, stale-if-error=${seconds}` : cacheControl;
}

const IS_SHARED = /\bpublic\b.*\bs-maxage=[1-9]/;

/**
 * The headers of an answer that may be old: nobody shall keep it for fresh, and everybody can see how old it is
 * (RFC 9111, section 5.1).
 */
export function staleValues(
  { values, cacheControlAt }: HeaderList,
  { from }: Pick<CachedAnswer, 'from'>,
  { now, server }: { readonly now: Date; readonly server: Pick<HttpTools, 'cacheControl'> },
): HeaderList['values'] {
  const age = Math.max(0, Math.floor((now.getTime() - from) / 1000));
  const marked = [...values, 'Age', String(age), 'Warning', REVALIDATION_FAILED];
  marked[cacheControlAt] = server.cacheControl(now, now);
  return marked;
}
