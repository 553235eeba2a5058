import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { CallerParts } from '../../../kernel/contract/http/caller-parts.js';
import type { HttpTools } from '../../../kernel/contract/http/http-hooks.js';

/** Returns the cache key of a request; undefined if its response is never cached. */
export type CacheKeyOf = (request: IncomingMessage) => string | undefined;

export interface CacheKeys {
  readonly keyOf: CacheKeyOf;
  /** Returns whether the key covers all headers that a response varies by, or they prevent caching. */
  covers(names: string): boolean;
}

/** Longer keys are hashed, because a URL can be much longer than its response. */
const LONGEST_KEY = 250;
/**
 * Headers outside the key: requests with `Authorization` are not cached, the key contains the media type instead of
 * `Accept`, and CORS headers are added per request.
 */
const SETTLED = ['accept', 'origin', 'authorization'];

/**
 * Creates the functions for cache keys. A key contains everything an anonymous response may depend on: the exact URL,
 * the media type, the `path` header, and configured `Vary` headers.
 */
export function createCacheKeys(
  callerParts: readonly CallerParts[],
  { vary, negotiate, compression }: Pick<HttpTools, 'vary' | 'negotiate' | 'compression'>,
): CacheKeys {
  const cookies = callerParts.flatMap((parts) => parts.cookies);
  const headersOfCallers = callerParts.flatMap((parts) => parts.headers);
  const personal = parameterTest([...PERSONAL, ...callerParts.flatMap(({ parameters }) => parameters)]);
  const configured = vary.map((name) => name.toLowerCase());
  // All encodings of a response are found by the same key.
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
      // Endpoints with special media types are not cached, so the default negotiation applies.
      const type = negotiate(headers.accept);
      if (type === undefined) return undefined;
      const viewed = headers['path'];
      let key = `${type} ${url}`;
      // Headers contain no line feed, so keys are unambiguous.
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

/** Hashes a key. The result cannot equal another key, because those start with a media type and a space. */
const digestOf = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** Parameters that identify the caller: tokens of mailed links and user switches. */
const PERSONAL = ['token', '_switch_user'];

const parameterTest = (names: readonly string[]): RegExp => new RegExp(`[?&](?:${names.join('|')})(?:=|&|$)`);
