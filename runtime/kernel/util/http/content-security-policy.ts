/** Default of every page: nothing may be loaded except from the sources below. */
const USUAL = { 'default-src': ["'none'"] };
const ENDS = { 'base-uri': ["'none'"], 'form-action': ["'none'"] };
const FRAMES = { 'frame-ancestors': ["'none'"] };

type Directives = Readonly<Record<string, readonly string[]>>;

/**
 * Returns the `Content-Security-Policy` header of a page, by directive. Sources with `;`, `,` or white space
 * could inject a directive and are dropped.
 */
export const contentSecurityPolicy = (own: Directives): string =>
  printed({ ...USUAL, ...own, ...ENDS, ...FRAMES });

/** Returns the policy for a meta tag, where browsers ignore `frame-ancestors`. */
export const policyOfTag = (own: Directives): string => printed({ ...USUAL, ...own, ...ENDS });

function printed(directives: Directives): string {
  return Object.entries(directives)
    .map(([name, sources]) =>
      [name, ...new Set(sources.filter((source) => !/[;,\s]/.test(source)))].join(' '),
    )
    .join('; ');
}
