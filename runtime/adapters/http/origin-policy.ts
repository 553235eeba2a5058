import cors from 'cors';
import type { CorsOptions } from 'cors';
import type { IncomingHttpHeaders } from 'node:http';
import type { Actor } from '../../kernel/contract/context.js';
import type { Mount } from '../../kernel/contract/http/mount.js';
import { forbidden } from '../../kernel/errors/catalog.js';
import { InternalError } from '../../kernel/errors/internal-error.js';
import { bearerToken } from '../../kernel/util/http/bearer-token.js';

export interface OriginPolicy {
  /** CORS headers for allowed origins, none for others; leaves answering OPTIONS to the next handler. */
  readonly cors: Mount['handler'];
  /** The same for files with a public address, which are only read (contract decision 96). */
  readonly fileCors: Mount['handler'];
  /** Whether pages of an origin other than the API's own may read answers. */
  isAllowed(origin: string): boolean;
  /**
   * A write that a cookie authenticates must come from an allowed origin or the API's own, when the browser names one
   * (contract decision 7).
   * @throws AppError 403
   */
  assertWriteAllowed(headers: IncomingHttpHeaders, actor: Actor): void;
  /**
   * Refuses a change of a session that does not come from an allowed origin, or from no other site where the browser names no
   * origin: it names none for a link that is followed (contract decision 79). @throws AppError 403
   */
  assertOwnSite(headers: IncomingHttpHeaders): void;
  /**
   * Whether the browser says that nobody but this site, an allowed origin or the person at it asks. One that says nothing may
   * be asked by any site.
   */
  isOfOwnSite(headers: IncomingHttpHeaders): boolean;
}

const PLAIN_ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[\w.[\]:-]+$/i;

/** `allowOrigin` entries are origins or regular expressions that must match the whole origin (contract decision 44). */
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
