import type { HttpHooks } from '../../kernel/contract/http/http-hooks.js';
import { coarserTag, VISIBILITY_TAG } from '../../kernel/unit-of-work/cache-tags.js';
import { printableTag, shortTag } from './tag-text.js';
import type { CachingConfig } from './settings.js';

/** Proxies refuse answers with larger headers; one whose tags fit in no form isn't kept by shared caches. */
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
  /** The tags that its value holds. */
  read(value: unknown): readonly string[];
}

/** Tells shared caches in a header what an answer depends on (core.md section 1.7). */
export function createTagHeader(purger: CachingConfig['httpCache']['purger']): TagHeader {
  const [name, glue] = TAG_HEADERS[purger];
  return {
    addHeaders(headers, { tags }) {
      if (tags === undefined || !String(headers['Cache-Control']).includes('public')) return;
      const value = printTags(purger, [...tags, VISIBILITY_TAG]);
      if (value !== undefined) headers[name] = value;
      // A shared cache that is purged relies on the tags.
      else if (purger !== 'none') headers['Cache-Control'] = NOT_SHARED;
    },
    name,
    read: (value) => (typeof value === 'string' ? value.split(glue) : []),
  };
}

/**
 * The value of the header; undefined when the tags fit in none. Where caches are told what to drop, tags are short; an answer
 * with too many has one for all items of a type.
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

/** Undefined as soon as it is longer than may be. */
function joined(tags: ReadonlySet<string>, print: (tag: string) => string, glue: string): string | undefined {
  let value: string | undefined;
  for (const tag of tags) {
    value = value === undefined ? print(tag) : value + glue + print(tag);
    if (value.length > MAX_TAG_BYTES) return undefined;
  }
  return value;
}
