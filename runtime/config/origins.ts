/** The origin that text spells (`https://host:8080`), normalised; null when it has a path, a query or another scheme. */
export function parseOrigin(text: string): string | null {
  if (!/^https?:\/\/[^/?#\s]+\/?$/i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.username === '' && url.password === '' ? url.origin : null;
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

/** A spelled-out `*` (or nothing at all) would open the API, cookies included, to every site. */
export function isUsableOriginPattern(text: string): boolean {
  const pattern = text === '*' ? null : parseOriginPattern(text);
  return pattern !== null && !pattern.test('null');
}
