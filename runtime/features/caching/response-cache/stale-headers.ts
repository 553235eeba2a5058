import type { HttpTools } from '../../../kernel/contract/http/http-hooks.js';
import type { CachedAnswer, HeaderList } from './cached-answer.js';

/** The response could not be validated (RFC 7234, section 5.5.4). */
const REVALIDATION_FAILED = '111 - "Revalidation Failed"';

/** Adds `stale-if-error` to a `Cache-Control` header of responses for shared caches (RFC 5861). */
export type OfferStale = (cacheControl: string) => string;

/** Creates the function; 0 seconds disables it. */
export function createOfferStale(seconds: number): OfferStale {
  return (cacheControl) =>
    seconds > 0 && IS_SHARED.test(cacheControl) ? `${cacheControl}, stale-if-error=${seconds}` : cacheControl;
}

const IS_SHARED = /\bpublic\b.*\bs-maxage=[1-9]/;

/**
 * Returns the headers of a stale response, which shows its age and must not be stored as fresh (RFC 9111, section 5.1).
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
