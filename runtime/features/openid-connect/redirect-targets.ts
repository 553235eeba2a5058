import { originMatcher } from '../../kernel/util/http/origins.js';
import { signInErrors } from './errors.js';

/** Restricts redirects after a sign-in to the allowed origins, which prevents open redirects. */
export interface RedirectTargets {
  /**
   * Resolves a path on the front end or an absolute URL. Returns the front page for undefined.
   * @throws AppError 400 for an invalid address or a foreign origin
   */
  resolve(requested: unknown): string;
}

/**
 * Maximum length in characters. Percent-encoded, at most twelve bytes each, they still fit into the request
 * line that servers accept.
 */
export const LONGEST_REDIRECT = 1000;

export function createRedirectTargets(deps: {
  /** Patterns that must match the whole origin. */
  readonly allowedOrigins: readonly string[];
  /** Origin that paths are resolved against; null for the API's own origin. */
  readonly defaultOrigin: string | null;
  readonly publicUrl: string;
}): RedirectTargets {
  const isListed = originMatcher(deps.allowedOrigins);
  const base = deps.defaultOrigin ?? deps.publicUrl;
  const own = new Set([new URL(base).origin, new URL(deps.publicUrl).origin]);
  const isAllowed = (origin: string): boolean => own.has(origin) || isListed(origin);
  return {
    resolve(requested = '/') {
      if (typeof requested !== 'string' || requested.length > LONGEST_REDIRECT || HIDDEN.test(requested))
        throw signInErrors.badRedirect();
      const isPath = requested.startsWith('/');
      if ((!isPath && !WHOLE.test(requested)) || !URL.canParse(requested, base))
        throw signInErrors.badRedirect();
      const url = new URL(requested, base);
      const isOfSite = isPath ? url.origin === new URL(base).origin : isAllowed(url.origin);
      if (!isOfSite || url.username !== '' || url.password !== '') throw signInErrors.badRedirect();
      return url.href;
    },
  };
}

/** Characters that browsers drop or reinterpret in URLs: white space, control characters and backslashes. */
const HIDDEN = /[\s\\\p{Cc}]/u;
const WHOLE = /^https?:\/\/[^/]/i;
