/** The value of a cookie in a `Cookie` header; undefined when it was not sent or is empty. */
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
