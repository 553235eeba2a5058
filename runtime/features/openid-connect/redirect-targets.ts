import { originMatcher } from '../../kernel/util/http/origins.js';
import { signInErrors } from './errors.js';

/** Where browsers may be led once they have signed in, so that no address of this service leads anywhere else. */
export interface RedirectTargets {
  /**
   * The whole address of a path on the front end, or of an address there; the front page for undefined.
   * @throws AppError 400 for an address that is none, or of another origin
   */
  resolve(asked: unknown): string;
}

/** Characters. Percent-encoded, at most twelve bytes for each, they fit into the request line that a server takes. */
export const LONGEST_REDIRECT = 1000;

export function createRedirectTargets(deps: {
  /** Patterns that match whole origins. */
  readonly allowedOrigins: readonly string[];
  /** Where paths belong; the API's own origin where null. */
  readonly defaultOrigin: string | null;
  readonly publicUrl: string;
}): RedirectTargets {
  const isListed = originMatcher(deps.allowedOrigins);
  const base = deps.defaultOrigin ?? deps.publicUrl;
  const own = new Set([new URL(base).origin, new URL(deps.publicUrl).origin]);
  const isAllowed = (origin: string): boolean => own.has(origin) || isListed(origin);
  return {
    resolve(asked = '/') {
      if (typeof asked !== 'string' || asked.length > LONGEST_REDIRECT || HIDDEN.test(asked))
        throw signInErrors.badRedirect();
      const isPath = asked.startsWith('/');
      if ((!isPath && !WHOLE.test(asked)) || !URL.canParse(asked, base)) throw signInErrors.badRedirect();
      const url = new URL(asked, base);
      const isOfSite = isPath ? url.origin === new URL(base).origin : isAllowed(url.origin);
      if (!isOfSite || url.username !== '' || url.password !== '') throw signInErrors.badRedirect();
      return url.href;
    },
  };
}

/** What browsers leave out or read as something else: white space, control characters, backslashes. */
const HIDDEN = /[\s\\\p{Cc}]/u;
const WHOLE = /^https?:\/\/[^/]/i;
