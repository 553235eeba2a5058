import type { ConfigProblem } from '../../contract/config-problem.js';

/**
 * Parses an origin (`https://host:8080`) and normalizes it; null if the text has a path, a query or another
 * scheme.
 */
export function parseOrigin(text: string): string | null {
  if (!/^https?:\/\/[^/?#\s]+\/?$/i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.username === '' && url.password === '' ? url.origin : null;
}

/** Checks a setting that contains an origin. */
export function checkOrigin(text: string, key: string): readonly ConfigProblem[] {
  if (parseOrigin(text) !== null) return [];
  const problem = `"${text}" must be a scheme and host with an optional port`;
  return [{ key, problem, advice: 'use an origin such as https://example.com' }];
}

/**
 * Parses a pattern of allowed origins. A plain origin matches itself; anything else is a regular expression
 * for the whole origin (contract decision 44). Null if it does not compile.
 */
export function parseOriginPattern(text: string): RegExp | null {
  const origin = /[*^$()|[\]\\+?]/.test(text) ? null : parseOrigin(text);
  const source = origin === null ? text : origin.replace(/[.\\]/g, '\\$&');
  try {
    return new RegExp(`^(?:${source})$`, 'i');
  } catch {
    return null;
  }
}

/** Returns a matcher for checked patterns of whole origins. */
export function originMatcher(patterns: readonly string[]): (origin: string) => boolean {
  const compiled = patterns.map((pattern) => new RegExp(`^(?:${pattern})$`, 'i'));
  return (origin) => compiled.some((pattern) => pattern.test(origin));
}

/**
 * Returns whether a pattern is safe to use. A literal `*` or an empty pattern would open the API, including
 * cookies, to every site.
 */
export function isUsableOriginPattern(text: string): boolean {
  const pattern = text === '*' ? null : parseOriginPattern(text);
  return pattern !== null && !pattern.test('null');
}

/** Returns the problem for an invalid pattern of origins. */
export function badOriginPattern(key: string, pattern: string): ConfigProblem {
  return {
    key,
    problem: `"${pattern}" is not a valid regular expression of origins`,
    advice: 'use an origin such as https://example.com, or an expression that matches specific origins',
  };
}

/**
 * Returns the configured origins, or localhost on any port as a development convenience if there are none
 * (contract decision 56).
 */
export function originsOrLocalhost(
  configured: readonly string[],
  { conveniences }: { readonly conveniences: boolean },
): readonly string[] {
  if (configured.length > 0 || !conveniences) return configured;
  return ['^https?://(localhost|127\\.0\\.0\\.1)(:[0-9]+)?$'];
}
