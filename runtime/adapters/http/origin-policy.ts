import cors from 'cors';
import type { CorsOptions } from 'cors';
import type { IncomingHttpHeaders } from 'node:http';
import type { Actor } from '../../kernel/contract/context.js';
import type { Mount } from '../../kernel/contract/http/mount.js';
import { forbidden } from '../../kernel/errors/catalog.js';
import { InternalError } from '../../kernel/errors/internal-error.js';
import { bearerToken } from '../../kernel/util/http/bearer-token.js';

export interface OriginPolicy {
  /** Adds CORS headers for allowed origins; the next handler responds to OPTIONS. */
  readonly cors: Mount['handler'];
  /** Adds CORS headers to public files, which are read-only (contract decision 96). */
  readonly fileCors: Mount['handler'];
  /** Returns whether pages of another origin may read responses. */
  isAllowed(origin: string): boolean;
  /**
   * Rejects cookie-authenticated writes from other origins. If the browser sends an origin, it must be an
   * allowed one or the API's own (contract decision 7).
   * @throws AppError 403
   */
  assertWriteAllowed(headers: IncomingHttpHeaders, actor: Actor): void;
  /**
   * Rejects session changes from other sites. The origin must be an allowed one; without an origin, which
   * browsers omit when a link is followed, the request must not be cross-site (contract decision 79). @throws
   * AppError 403
   */
  assertOwnSite(headers: IncomingHttpHeaders): void;
  /**
   * Returns whether the browser states that the request comes from this site, an allowed origin or the user.
   * False if it states nothing.
   */
  isOfOwnSite(headers: IncomingHttpHeaders): boolean;
}

const PLAIN_ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[\w.[\]:-]+$/i;

/**
 * Creates the policy. `allowOrigin` entries are origins, or regular expressions for whole origins (contract
 * decision 44).
 */
export function createOriginPolicy(allowOrigin: readonly string[], publicUrl: string): OriginPolicy {
  const exact = new Set(
    allowOrigin.filter((entry) => PLAIN_ORIGIN.test(entry)).map((entry) => entry.toLowerCase()),
  );
  const patterns = allowOrigin.filter((entry) => !PLAIN_ORIGIN.test(entry)).map(compilePattern);
  const own = new URL(publicUrl).origin;
  const isAllowed = (origin: string): boolean =>
    origin !== 'null' && (exact.has(origin) || patterns.some((pattern) => pattern.test(origin)));
  const assertOrigin = ({ origin }: IncomingHttpHeaders): void => {
    if (origin !== undefined && origin !== own && !isAllowed(origin)) throw forbidden(REFUSED);
  };
  const shared: CorsOptions = {
    origin: (origin, answer) => answer(null, origin !== undefined && isAllowed(origin)),
    credentials: true,
    maxAge: 3600,
    preflightContinue: true,
  };
  return {
    isAllowed,
    cors: cors({
      ...shared,
      methods: ['GET', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'],
      allowedHeaders: [
        ...['Content-Type', 'Authorization', 'Preload', 'Fields', 'Path', 'Preview'],
        ...['If-Match', 'If-None-Match', 'X-Reason', 'X-Request-Id', 'Idempotency-Key'],
      ],
      exposedHeaders: ['Retry-After', 'Link', 'ETag', 'X-Ignored', 'X-Request-Id', 'Idempotency-Replayed'],
    }),
    fileCors: cors({
      ...shared,
      methods: ['GET', 'HEAD', 'OPTIONS'],
      allowedHeaders: ['Authorization', 'Content-Type', 'If-Match', 'If-None-Match', 'If-Range', 'Range'],
      exposedHeaders: ['Accept-Ranges', 'Content-Disposition', 'Content-Range', 'ETag'],
    }),
    assertWriteAllowed(headers, actor) {
      if (actor.user !== null && bearerToken(headers) === undefined) assertOrigin(headers);
    },
    assertOwnSite(headers) {
      if (bearerToken(headers) !== undefined) return;
      assertOrigin(headers);
      const isForeign = headers.origin === undefined && headers['sec-fetch-site'] === 'cross-site';
      if (isForeign) throw forbidden('This address is for pages of this site only.');
    },
    isOfOwnSite({ origin, 'sec-fetch-site': site }) {
      if (origin !== undefined) return origin === own || isAllowed(origin);
      return site === 'same-origin' || site === 'none';
    },
  };
}

const REFUSED =
  'The origin of this request is not allowed. If it is yours, add it to cors.allow_origin or CORS_ALLOW_ORIGIN.';

function compilePattern(entry: string): RegExp {
  try {
    return new RegExp(`^(?:${entry})$`);
  } catch (cause) {
    throw new InternalError(`cors.allow_origin: "${entry}" is neither an origin nor a regular expression.`, {
      cause,
    });
  }
}
