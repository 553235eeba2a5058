import type { AppConfig } from '../../config/app-config.js';
import type { Endpoint } from '../../kernel/contract/http/http.js';
import { closest } from '../../kernel/util/text/suggest.js';

/** Longer paths get no suggestion, because the cost is the product of the lengths. */
const LONGEST = 80;

/**
 * Returns the collection or fixed path most similar to a mistyped one, which reveals a wrong plural during
 * front-end development. Disabled in production, where strangers could cause the comparison with every path.
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
