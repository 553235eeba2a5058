import type { ContentCoding } from '../../../kernel/contract/http/compression.js';
import { CONTENT_HEADERS, type HeaderValues } from '../../../kernel/contract/http/wire-answer.js';
import { codedHeaders } from '../../../kernel/endpoints/coded-headers.js';
import type { Tagged } from '../invalidation/dropped-tags.js';
import type { Shared } from '../shared-answers.js';
import { shortTag } from '../tag-text.js';
import type { Shareable } from './shareable.js';

/** A kept answer, ready to be sent: its headers as node writes them, with the places of what differs each time. */
export interface CachedAnswer extends Tagged, Shared {
  readonly pattern: string;
  /** A character for each byte: node writes headers and such a text at once, and copies nothing else as fast. */
  readonly body: string;
  readonly etag: string | undefined;
  readonly whole: HeaderList;
  /** Whether it may be coded, as far as somebody asked; a coded one may not. */
  isCodable: boolean | undefined;
  /** The headers of a 304, made when one is first sent. */
  notModified: HeaderList | undefined;
  /** The moments between which it is what would be computed, as far as time goes; in milliseconds. */
  readonly from: number;
  readonly until: number;
  /** The moment at which it changes by itself: what is left decides how long others may keep it. */
  readonly expiresAt: Date | undefined;
}

export interface HeaderList {
  /** Names and values in turn; whoever sends it fills in the values of the request. */
  readonly values: (string | string[])[];
  readonly idAt: number;
  readonly cacheControlAt: number;
  /** -1 where there is none. */
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

/** The same answer with its body in a coding. */
export function codedForm(answer: CachedAnswer, coding: ContentCoding, body: Buffer): CachedAnswer {
  const values = listed(codedHeaders(headersOf(answer), coding, body.length));
  return complete({ ...answer, values, body: body.toString('latin1') });
}

/** Its headers by their names. */
export function headersOf({ whole: { values } }: CachedAnswer): HeaderValues {
  const headers: HeaderValues = {};
  for (let at = 0; at < values.length; at += 2) headers[String(values[at])] = values[at + 1] ?? '';
  return headers;
}

const listed = (headers: Readonly<HeaderValues>): Values =>
  Object.entries<string | string[]>(headers).flat(1);

/** Packs everything of an answer except its body into one text. */
export function packHead({ pattern, tags, since, from, until, expiresAt, whole }: CachedAnswer): string {
  const head: Head = [pattern, tags, since, from, until, expiresAt?.getTime() ?? null, whole.values];
  return JSON.stringify(head);
}

/** The answer whose head was packed. */
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

/** Member by member: objects that are spread take ten times as long, and this is done for many answers that are asked for. */
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

/** Its headers where it stands for an answer that the client has. */
export function notModifiedOf(answer: CachedAnswer): HeaderList {
  answer.notModified ??= listOf(withoutContent(answer.whole.values));
  return answer.notModified;
}

/** The value of a header of such a list. */
export const headerIn = (name: string, { values }: HeaderList): HeaderList['values'][number] | undefined =>
  values[placeOf(name, values)];

/** The place of the value of a header. */
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

/** Every second entry is a name. */
function withoutContent(values: Values): Values {
  return values.filter((_text, at) => !CONTENT_HEADERS.includes(String(values[at - (at % 2)])));
}
