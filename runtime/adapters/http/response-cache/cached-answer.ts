import type { Tagged } from '../../../kernel/invalidation/dropped-tags.js';
import { shortTag } from '../../../kernel/util/tag-text.js';
import type { HeaderValues } from '../response-headers.js';
import { type Shareable, withoutContent } from '../wire-answer.js';

/** An answer as it is kept: its headers as node writes them, with the places of what differs each time. */
export interface CachedAnswer extends Tagged {
  readonly pattern: string;
  /** A character for each byte: node writes headers and such a text at once, and copies nothing else as fast. */
  readonly body: string;
  readonly etag: string | undefined;
  readonly whole: HeaderList;
  readonly notModified: HeaderList;
  /** The moments between which it is what would be computed, as far as time goes; in milliseconds. */
  readonly from: number;
  readonly until: number;
  /** When it changes by itself: what is left decides how long others may keep it. */
  readonly expiresAt: Date | undefined;
  /** Bytes, roughly. */
  readonly size: number;
}

export interface HeaderList {
  /** Names and values in turn; whoever sends it fills in the values of the request. */
  readonly values: (string | string[])[];
  readonly idAt: number;
  readonly cacheControlAt: number;
}

export interface CachedAnswerParts {
  readonly answer: Shareable;
  readonly since: number;
  readonly now: Date;
  readonly pattern: string;
}

/** What an entry takes beside its texts: objects, lists, its place in the cache. */
const ENTRY_BYTES = 1000;
const TAG_BYTES = 40;

export function buildCachedAnswer({ answer, since, now, pattern }: CachedAnswerParts): CachedAnswer {
  const { headers, body, share } = answer;
  const tags = [...new Set([...share.tags].map(shortTag))];
  const whole = listOf(headers);
  const { ETag: etag } = headers;
  const from = now.getTime();
  return {
    ...{ tags, since, checked: since, pattern, from },
    body: (typeof body === 'string' ? Buffer.from(body) : body).toString('latin1'),
    etag: typeof etag === 'string' ? etag : undefined,
    whole,
    notModified: listOf(withoutContent(headers)),
    until: from + share.seconds * 1000,
    expiresAt: share.expiresAt,
    size: Buffer.byteLength(body) + 2 * whole.values.join('').length + tags.length * TAG_BYTES + ENTRY_BYTES,
  };
}

function listOf(headers: Readonly<HeaderValues>): HeaderList {
  const values = Object.entries(headers).flat(1);
  const placeOf = (name: string): number => values.indexOf(name) + 1;
  return { values, idAt: placeOf('X-Request-Id'), cacheControlAt: placeOf('Cache-Control') };
}
