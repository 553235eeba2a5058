import { kernelErrors, unsupportedMediaType } from '../../kernel/errors/catalog.js';
import { JSON_LD, MULTIPART } from '../../kernel/contract/http/media-types.js';
import type { IncomingHttpHeaders } from 'node:http';
import type { AppError } from '../../kernel/errors/app-error.js';
import { createHeaderMemo } from '../../kernel/util/http/header-memo.js';

interface MediaRange {
  readonly type: string;
  readonly quality: number;
}

/**
 * Returns the best of `offers` for an `Accept` header; undefined if none is acceptable. Of equal quality, the
 * earlier offer wins, so clients that list both JSON types get JSON-LD.
 */
export function negotiateType(accept: string | undefined, produced: readonly string[]): string | undefined {
  const first = produced[0];
  if (accept === undefined || accept.trim() === '' || accept === '*/*') return first;
  const ranges = parseAccept(accept);
  if (ranges.length === 0) return first;
  let best: string | undefined;
  let bestQuality = 0;
  for (const type of produced) {
    const quality = qualityOf(type, ranges);
    if (quality > bestQuality) [best, bestQuality] = [type, quality];
  }
  return best;
}

/** Creates a negotiation of fixed offers with a cache of header values. */
export const createNegotiation = (
  produced: readonly string[],
): ((accept: string | undefined) => string | undefined) =>
  createHeaderMemo((accept) => negotiateType(accept, produced));

function parseAccept(accept: string): readonly MediaRange[] {
  return accept
    .slice(0, 2000)
    .split(',')
    .filter((part) => part.trim() !== '') // A list may contain empty items.
    .map((part) => {
      const [type = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      const quality = weight === undefined ? 1 : Number(weight.slice(2));
      return { type, quality: Number.isFinite(quality) ? Math.min(Math.max(quality, 0), 1) : 0 };
    });
}

/** Returns the quality of an offer, given by the most specific matching range. */
function qualityOf(type: string, ranges: readonly MediaRange[]): number {
  const family = `${type.slice(0, type.indexOf('/'))}/*`;
  for (const candidate of [type, family, '*/*']) {
    const range = ranges.find(({ type }) => type === candidate);
    if (range !== undefined) return range.quality;
  }
  return 0;
}

/** Returns 406 with the message of core.md section 1.5. */
export function notAcceptable(accept: string): AppError {
  return kernelErrors.notAcceptable(
    `Requested format "${printable(accept)}" is not supported. Supported MIME types are ${quoted(ADVERTISED)}.`,
  );
}

/** Lists response types together with uploads, as existing clients expect of a 406. */
const ADVERTISED: readonly string[] = [JSON_LD, MULTIPART];

/**
 * Returns the types to list. JSON-LD represents both JSON types; form data is listed where it is accepted
 * (contract decision 106).
 */
const advertised = (accepts: readonly string[]): readonly string[] =>
  accepts.includes(JSON_LD) ? [JSON_LD, ...accepts.filter((type) => type === MULTIPART)] : accepts;

/**
 * Checks the content type against the accepted ones, ignoring parameters such as the charset.
 * @throws AppError 415 with the messages of core.md section 1.5.
 */
export function assertContentType(headers: IncomingHttpHeaders, accepts: readonly string[]): void {
  const contentType = headers['content-type'];
  if (contentType === undefined || contentType.trim() === '') {
    throw unsupportedMediaType('The "Content-Type" header must exist.');
  }
  const type = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
  if (accepts.includes(type)) return;
  const listed = advertised(accepts);
  const names = `${listed.length === 1 && listed[0] === MULTIPART ? 'type is' : 'types are'} ${quoted(listed)}`;
  throw unsupportedMediaType(
    `The content-type "${printable(contentType)}" is not supported. Supported MIME ${names}.`,
  );
}

/** Returns `Accept-Post` for a template whose POST accepts these types (core.md section 1.6). */
export const acceptPostHeader = (accepts: readonly string[]): string => advertised(accepts).join(', ');

const quoted = (types: readonly string[]): string => types.map((type) => `"${type}"`).join(', ');
const printable = (text: string): string => text.slice(0, 200).replace(/[^\x20-\x7e]/g, '?');
