/** What no page of the service does, whatever it shows: what is not named below is loaded from nowhere. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
};

/**
 * The value of `Content-Security-Policy` for a page of the service, by directive. A source that has a `;`, a `,` or white space in it
 * would be another directive, and is left out.
 */
export function contentSecurityPolicy(own: Readonly<Record<string, readonly string[]>>): string {
  const { 'default-src': usual = [], ...rest } = SHARED;
  const directives = { 'default-src': usual, ...own, ...rest };
  return Object.entries(directives)
    .map(([name, sources]) =>
      [name, ...new Set(sources.filter((source) => !/[;,\s]/.test(source)))].join(' '),
    )
    .join('; ');
}
