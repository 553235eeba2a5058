import type { HttpHooks } from '../../kernel/contract/http/http-hooks.js';
import { coarserTag, VISIBILITY_TAG } from '../../kernel/unit-of-work/cache-tags.js';
import { printableTag, shortTag } from './tag-text.js';
import type { CachingConfig } from './settings.js';

/** Proxies refuse larger headers. A response whose tags do not fit is not stored by shared caches. */
const MAX_TAG_BYTES = 4_000;

const NOT_SHARED = 'max-age=0, public, s-maxage=0';

const TAG_HEADERS = {
  none: ['Cache-Tags', ','],
  'varnish-xkey': ['xkey', ' '],
  souin: ['Surrogate-Key', ', '],
  'surrogate-key': ['Surrogate-Key', ' '],
  cloudflare: ['Cache-Tag', ','],
} as const;

export interface TagHeader extends Required<Pick<HttpHooks, 'addHeaders'>> {
  /** Name of the header. */
  readonly name: string;
  /** Parses the tags of a header value. */
  read(value: unknown): readonly string[];
}

/** Creates the header that informs shared caches what a response depends on (core.md section 1.7). */
export function createTagHeader(purger: CachingConfig['httpCache']['purger']): TagHeader {
  const [name, glue] = TAG_HEADERS[purger];
  return {
    addHeaders(headers, { tags }) {
      if (tags === undefined || !String(headers['Cache-Control']).includes('public')) return;
      const value = printTags(purger, [...tags, VISIBILITY_TAG]);
      if (value !== undefined) headers[name] = value;
      // A purged cache must not store a response without its tags.
      else if (purger !== 'none') headers['Cache-Control'] = NOT_SHARED;
    },
    name,
    read: (value) => (typeof value === 'string' ? value.split(glue) : []),
  };
}

/**
 * Returns the header value; undefined if the tags do not fit. With a purger the tags are short. A response with too
 * many tags gets one tag for all items of a type.
 */
function printTags(
  purger: CachingConfig['httpCache']['purger'],
  tags: readonly string[],
): string | undefined {
  const [, glue] = TAG_HEADERS[purger];
  const print = purger === 'none' ? printableTag : shortTag;
  const different = new Set(tags);
  return joined(different, print, glue) ?? joined(new Set([...different].map(coarserTag)), print, glue);
}

/** Joins the tags; undefined if the result is too long. */
function joined(tags: ReadonlySet<string>, print: (tag: string) => string, glue: string): string | undefined {
  let value: string | undefined;
  for (const tag of tags) {
    value = value === undefined ? print(tag) : value + glue + print(tag);
    if (value.length > MAX_TAG_BYTES) return undefined;
  }
  return value;
}
