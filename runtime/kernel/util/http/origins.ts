import type { ConfigProblem } from '../../errors/config-error.js';

/** The origin that text spells (`https://host:8080`), normalised; null when it has a path, a query or another scheme. */
export function parseOrigin(text: string): string | null {
  if (!/^https?:\/\/[^/?#\s]+\/?$/i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.username === '' && url.password === '' ? url.origin : null;
}

/** Checks every key and variable that names an origin. */
export function checkOrigin(text: string, key: string): readonly ConfigProblem[] {
  if (parseOrigin(text) !== null) return [];
  const problem = `"${text}" must be a scheme and host with an optional port`;
  return [{ key, problem, advice: 'use an origin such as https://example.com' }];
}

/**
 * A pattern of allowed origins: a plain origin matches itself, everything else is a regular expression that must match
 * the whole origin (contract decision 44). Null when it does not compile.
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

/** Whether an origin is one of those that patterns of whole origins, checked by then, allow. */
export function originMatcher(patterns: readonly string[]): (origin: string) => boolean {
  const compiled = patterns.map((pattern) => new RegExp(`^(?:${pattern})$`, 'i'));
  return (origin) => compiled.some((pattern) => pattern.test(origin));
}

/** A spelled-out `*` (or nothing at all) would open the API, cookies included, to every site. */
export function isUsableOriginPattern(text: string): boolean {
  const pattern = text === '*' ? null : parseOriginPattern(text);
  return pattern !== null && !pattern.test('null');
}

/** Checks every key that lists patterns of origins. */
export function badOriginPattern(key: string, pattern: string): ConfigProblem {
  return {
    key,
    problem: `"${pattern}" is not a valid regular expression of origins`,
    advice: 'use an origin such as https://example.com, or an expression that matches specific origins',
  };
}

/** The origins of a list, or localhost on any port as a development convenience where there is none (contract decision 56). */
export function originsOrLocalhost(
  configured: readonly string[],
  { conveniences }: { readonly conveniences: boolean },
): readonly string[] {
  if (configured.length > 0 || !conveniences) return configured;
  return ['^https?://(localhost|127\\.0\\.0\\.1)(:[0-9]+)?$'];
}
