/** Returns the value of a cookie in a `Cookie` header; undefined if it is missing or empty. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const separator = pair.indexOf('=');
    if (separator !== -1 && pair.slice(0, separator).trim() === name) {
      return (
        pair
          .slice(separator + 1)
          .trim()
          .replace(/^"(.*)"$/, '$1') || undefined
      );
    }
  }
  return undefined;
}
