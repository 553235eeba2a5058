import type { AppConfig } from '../../config/app-config.js';
import type { Endpoint } from '../../kernel/contract/http/http.js';
import { closest } from '../../kernel/util/text/suggest.js';

/** Longer paths get no suggestion, because the comparison costs the product of the lengths. */
const LONGEST = 80;

/**
 * The collection or other fixed path that a mistyped one is closest to, so that a wrong plural is noticed while a front end
 * is written. Not in production, where nobody reads it and comparing with every path is work that strangers could ask for.
 */
export function createPathSuggestion({
  endpoints,
  config: { apiPrefix, environment },
}: {
  readonly endpoints: readonly Pick<Endpoint, 'pattern'>[];
  readonly config: Pick<AppConfig, 'apiPrefix' | 'environment'>;
}): (path: string) => string | undefined {
  if (environment === 'production') return () => undefined;
  const fixed = [...new Set(endpoints.map(({ pattern }) => pattern))].filter(
    (pattern) => !pattern.includes('{') && pattern.length > 1,
  );
  return (path) => {
    if (path.length > LONGEST) return undefined;
    const found = closest(path, fixed);
    return found === undefined ? undefined : `${apiPrefix}${found}`;
  };
}
