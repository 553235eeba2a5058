/** What no page of the service does, whatever it shows: what is not named below is loaded from nowhere. */
const USUAL = { 'default-src': ["'none'"] };
const ENDS = { 'base-uri': ["'none'"], 'form-action': ["'none'"] };
const FRAMES = { 'frame-ancestors': ["'none'"] };

type Directives = Readonly<Record<string, readonly string[]>>;

/**
 * The value of `Content-Security-Policy` for a page of the service, by directive. A source that has a `;`, a `,` or white space in it
 * would be another directive, and is left out.
 */
export const contentSecurityPolicy = (own: Directives): string =>
  printed({ ...USUAL, ...own, ...ENDS, ...FRAMES });

/** As a page brings it in a tag; browsers take from there whom it may load, not who may frame it. */
export const policyOfTag = (own: Directives): string => printed({ ...USUAL, ...own, ...ENDS });

function printed(directives: Directives): string {
  return Object.entries(directives)
    .map(([name, sources]) =>
      [name, ...new Set(sources.filter((source) => !/[;,\s]/.test(source)))].join(' '),
    )
    .join('; ');
}
