import { createHash } from 'node:crypto';
import type { ByteRange, FileFacts } from '../../../kernel/ports/file-storage.js';
import { namedEntityTag } from '../../../kernel/endpoints/entity-tag.js';
import { contentDisposition, SCRIPTLESS } from '../../../kernel/util/http/content-disposition.js';
const SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Returns the headers of every served file, which disable type sniffing and scripts on the API's origin. */
export function fileHeaders(
  mediaType: string,
  name: string,
  wantsAttachment = false,
): Record<string, string> {
  return {
    'Content-Type': mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType,
    'Content-Disposition': contentDisposition(mediaType, name, wantsAttachment),
    'X-Content-Type-Options': 'nosniff',
    'Accept-Ranges': 'bytes',
    ...(SCRIPTLESS.test(mediaType) ? {} : { 'Content-Security-Policy': SANDBOX }),
  };
}

export type ServedPart =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly range: ByteRange }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'unsatisfiable' };

export interface ConditionalHeaders {
  readonly 'if-none-match'?: string | undefined;
  readonly 'if-modified-since'?: string | undefined;
  readonly 'if-range'?: string | undefined;
  readonly range?: string | undefined;
}

/** Returns the strong `ETag` of a file (components.md section 4.6). The bytes at a stored path never change. */
export function fileEntityTag(path: string, { size, modifiedAt }: FileFacts): string {
  const text = `${path}\0${size}\0${modifiedAt.getTime()}`;
  return `"${createHash('sha1').update(text).digest('base64url')}"`;
}

/** Returns the part of a file to send for a GET with these headers (RFC 9110 sections 13.2.2 and 14.2). */
export function chooseServedPart(headers: ConditionalHeaders, facts: FileFacts, tag: string): ServedPart {
  if (isUnchanged(headers, facts, tag)) return { kind: 'unchanged' };
  const { range, 'if-range': ifRange } = headers;
  if (range === undefined || !isRangeCurrent(ifRange, facts, tag)) return { kind: 'whole' };
  return readRange(range, facts.size);
}

function isUnchanged(headers: ConditionalHeaders, { modifiedAt }: FileFacts, tag: string): boolean {
  const match = headers['if-none-match'];
  if (match !== undefined) return namedEntityTag(match, tag) !== undefined;
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return !Number.isNaN(since) && Math.floor(modifiedAt.getTime() / 1000) * 1000 <= since;
}

function isRangeCurrent(ifRange: string | undefined, { modifiedAt }: FileFacts, tag: string): boolean {
  if (ifRange === undefined) return true;
  return ifRange.trim() === tag || ifRange.trim() === modifiedAt.toUTCString();
}

/** Parses a single byte range. Several ranges, or another unit, return the whole file. */
function readRange(header: string, size: number): ServedPart {
  const match = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/.exec(header);
  const [, first = '', last = ''] = match ?? [];
  if (match === null || (first === '' && last === '')) return { kind: 'whole' };
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return { kind: 'whole' };
  if (start >= size || (first === '' && Number(last) === 0)) return { kind: 'unsatisfiable' };
  return { kind: 'part', range: { start, end } };
}
