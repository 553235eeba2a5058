import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { CallerParts } from '../../../kernel/contract/http/caller-parts.js';
import type { HttpTools } from '../../../kernel/contract/http/http-hooks.js';

/** The key that an answer is kept under; undefined for requests that are answered anew each time. */
export type CacheKeyOf = (request: IncomingMessage) => string | undefined;

export interface CacheKeys {
  readonly keyOf: CacheKeyOf;
  /** Whether everything that an answer varies by is in its key, or keeps it from being stored. */
  covers(names: string): boolean;
}

/** Longer keys are kept as their digest: an address may have thousands of characters, however short its answer is. */
const LONGEST_KEY = 250;
/** `Authorization` is never kept, of `Accept` the type counts, and CORS is settled for each request. */
const SETTLED = ['accept', 'origin', 'authorization'];

/**
 * The key is all that an anonymous answer may depend on: the URL letter by letter, the media type, the page that is looked at,
 * and the headers that answers are configured to vary by.
 */
export function createCacheKeys(
  callerParts: readonly CallerParts[],
  { vary, negotiate, compression }: Pick<HttpTools, 'vary' | 'negotiate' | 'compression'>,
): CacheKeys {
  const cookies = callerParts.flatMap((parts) => parts.cookies);
  const headersOfCallers = callerParts.flatMap((parts) => parts.headers);
  const personal = parameterTest([...PERSONAL, ...callerParts.flatMap(({ parameters }) => parameters)]);
  const configured = vary.map((name) => name.toLowerCase());
  // Each form of an answer is found by the key of the answer.
  const settled = [
    ...SETTLED,
    ...headersOfCallers,
    ...(compression === undefined ? [] : ['accept-encoding']),
  ];
  const others = [...new Set(configured)].filter((name) => name !== 'path' && !settled.includes(name));
  const covered = new Set([...settled, 'path', ...others]);
  return {
    keyOf(request) {
      const { method, headers, url = '' } = request;
      if (method !== 'GET' && method !== 'HEAD') return undefined;
      if (headers.authorization !== undefined || headers.range !== undefined) return undefined;
      if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined)
        return undefined;
      const { cookie } = headers;
      if (headersOfCallers.some((name) => headers[name] !== undefined)) return undefined;
      if (cookie !== undefined && cookies.some((name) => cookie.includes(name))) return undefined;
      if (url.includes('?') && personal.test(url)) return undefined;
      // Endpoints with types of their own are not kept, so the usual offers decide.
      const type = negotiate(headers.accept);
      if (type === undefined) return undefined;
      const viewed = headers['path'];
      let key = `${type} ${url}`;
      // A header holds no line feed, so no two lists of values look alike.
      if (viewed !== undefined) key += `\npath\n${String(viewed)}`;
      for (const name of others) {
        const value = headers[name];
        if (value !== undefined) key += `\n${name}\n${String(value)}`;
      }
      return key.length <= LONGEST_KEY ? key : digestOf(key);
    },
    covers: (names) => names.split(',').every((name) => covered.has(name.trim().toLowerCase())),
  };
}

/** Looks like no other key, all of which begin with a media type and a blank. */
const digestOf = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** Parameters that say who asks: links of mails, and somebody else's eyes. */
const PERSONAL = ['token', '_switch_user'];

const parameterTest = (names: readonly string[]): RegExp => new RegExp(`[?&](?:${names.join('|')})(?:=|&|$)`);
