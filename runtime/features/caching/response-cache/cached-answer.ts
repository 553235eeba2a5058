import type { ContentEncoding } from '../../../kernel/contract/http/compression.js';
import { CONTENT_HEADERS, type HeaderValues } from '../../../kernel/contract/http/wire-answer.js';
import { encodedHeaders } from '../../../kernel/endpoints/encoded-headers.js';
import type { Tagged } from '../invalidation/dropped-tags.js';
import type { Shared } from '../shared-answers.js';
import { shortTag } from '../tag-text.js';
import type { Shareable } from './shareable.js';

/** A cached response with its headers in the format of Node.js, and the positions of values that differ per request. */
export interface CachedAnswer extends Tagged, Shared {
  readonly pattern: string;
  /**
   * Body in Latin-1, one character per byte: Node.js writes such a string together with the headers, which is the
   * fastest way.
   */
  readonly body: string;
  readonly etag: string | undefined;
  readonly whole: HeaderList;
  /** Whether the response can be compressed, undefined until determined; false for a compressed one. */
  isCodable: boolean | undefined;
  /** Headers of a 304 response, created on first use. */
  notModified: HeaderList | undefined;
  /** Period in which the response is valid, in milliseconds. */
  readonly from: number;
  readonly until: number;
  /** Time at which the content changes without a write. Limits how long other caches may store it. */
  readonly expiresAt: Date | undefined;
}

export interface HeaderList {
  /** Alternating names and values. The sender sets the values that differ per request. */
  readonly values: (string | string[])[];
  readonly idAt: number;
  readonly cacheControlAt: number;
  /** -1 without the header. */
  readonly etagAt: number;
}

export interface CachedAnswerParts {
  readonly answer: Shareable;
  readonly since: number;
  readonly now: Date;
  readonly pattern: string;
}

export function buildCachedAnswer({ answer, since, now, pattern }: CachedAnswerParts): CachedAnswer {
  const { headers, body, tags, seconds, expiresAt } = answer;
  const from = now.getTime();
  return complete({
    pattern,
    tags: [...new Set(tags.map(shortTag))],
    since,
    from,
    until: from + seconds * 1000,
    expiresAt,
    values: listed(headers),
    body: (typeof body === 'string' ? Buffer.from(body) : body).toString('latin1'),
  });
}

/** Returns the response with a compressed body. */
export function encodedForm(answer: CachedAnswer, encoding: ContentEncoding, body: Buffer): CachedAnswer {
  const values = listed(encodedHeaders(headersOf(answer), encoding, body.length));
  return complete({ ...answer, values, body: body.toString('latin1') });
}

/** Returns the headers by name. */
export function headersOf({ whole: { values } }: CachedAnswer): HeaderValues {
  const headers: HeaderValues = {};
  for (let at = 0; at < values.length; at += 2) headers[String(values[at])] = values[at + 1] ?? '';
  return headers;
}

const listed = (headers: Readonly<HeaderValues>): Values =>
  Object.entries<string | string[]>(headers).flat(1);

/** Serializes everything except the body. */
export function packHead({ pattern, tags, since, from, until, expiresAt, whole }: CachedAnswer): string {
  const head: Head = [pattern, tags, since, from, until, expiresAt?.getTime() ?? null, whole.values];
  return JSON.stringify(head);
}

/** Restores a response from its serialized head and its body. */
export function unpackAnswer(packed: string, body: string): CachedAnswer {
  const head = JSON.parse(packed) as Head; // written by `packHead`
  return complete({
    pattern: head[0],
    tags: head[1],
    since: head[2],
    from: head[3],
    until: head[4],
    expiresAt: head[5] === null ? undefined : new Date(head[5]),
    values: head[6],
    body,
  });
}

type Values = HeaderList['values'];

type Head = readonly [
  pattern: string,
  tags: readonly string[],
  since: number,
  from: number,
  until: number,
  expiresAt: number | null,
  values: Values,
];

type Facts = Omit<CachedAnswer, 'checked' | 'sharedAt' | 'etag' | 'whole' | 'notModified' | 'isCodable'> & {
  readonly values: Values;
};

/** Builds the object member by member: spreading takes ten times as long, and this runs for many requests. */
function complete({ pattern, tags, since, from, until, expiresAt, values, body }: Facts): CachedAnswer {
  const etag = values[placeOf('ETag', values)];
  return {
    pattern,
    tags,
    since,
    from,
    until,
    expiresAt,
    body,
    checked: since,
    sharedAt: -Infinity,
    etag: typeof etag === 'string' ? etag : undefined,
    whole: listOf(values),
    isCodable: undefined,
    notModified: undefined,
  };
}

/** Returns the headers of a 304 response. */
export function notModifiedOf(answer: CachedAnswer): HeaderList {
  answer.notModified ??= listOf(withoutContent(answer.whole.values));
  return answer.notModified;
}

/** Returns the value of a header in the list. */
export const headerIn = (name: string, { values }: HeaderList): HeaderList['values'][number] | undefined =>
  values[placeOf(name, values)];

/** Returns the index of a header's value. */
function placeOf(name: string, values: Values): number {
  const at = values.indexOf(name);
  return at < 0 ? -1 : at + 1;
}

function listOf(values: Values): HeaderList {
  return {
    values,
    idAt: placeOf('X-Request-Id', values),
    cacheControlAt: placeOf('Cache-Control', values),
    etagAt: placeOf('ETag', values),
  };
}

/** Removes the headers of the body. Names are at even indexes. */
function withoutContent(values: Values): Values {
  return values.filter((_text, at) => !CONTENT_HEADERS.includes(String(values[at - (at % 2)])));
}
