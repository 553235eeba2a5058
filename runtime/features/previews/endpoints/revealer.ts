import type { IncomingHttpHeaders } from 'node:http';
import type { Revealer } from '../../../kernel/contract/http/http.js';
import { previewErrors } from '../errors.js';
import type { PreviewCookie } from './preview-cookie.js';
import type { Previews } from '../open-preview.js';

/** The header and the query parameter that carry the token of a preview. */
export const PREVIEW_HEADER = 'Preview';
export const PREVIEW_PARAMETER = 'preview';

const READING = ['GET', 'HEAD', 'OPTIONS'];

/**
 * A token that a request names makes it a visitor's, whoever sends it. The cookie of a browser counts where nobody is signed in,
 * and is no cookie when its preview is over: public pages stay (compare contract decision 59).
 */
export function createRevealer({
  open,
  cookie,
}: Pick<Previews, 'open'> & { readonly cookie: PreviewCookie }): Revealer {
  return {
    async reveal({ method, headers, url, isSignedIn }) {
      const named = namedToken(headers, url);
      const token = named ?? (isSignedIn ? undefined : cookie.read(headers.cookie));
      if (token === undefined) return undefined;
      const preview = await open(token);
      if (preview === undefined) {
        if (named === undefined) return undefined;
        throw previewErrors.over();
      }
      if (!READING.includes(method)) throw previewErrors.readOnly();
      return preview.reveals;
    },
  };
}

/** @throws AppError 400 for two of them. */
function namedToken(headers: IncomingHttpHeaders, url: string): string | undefined {
  const query = url.includes('?') ? new URLSearchParams(url.slice(url.indexOf('?'))) : undefined;
  const header = headers[PREVIEW_HEADER.toLowerCase()];
  const tokens = new Set([
    ...(header === undefined ? [] : [String(header)]),
    ...(query?.getAll(PREVIEW_PARAMETER) ?? []),
  ]);
  if (tokens.size > 1) throw previewErrors.ambiguous();
  return [...tokens][0];
}
