import type { IncomingHttpHeaders } from 'node:http';
import type { Revealer } from '../../../kernel/contract/http/http.js';
import { previewErrors } from '../errors.js';
import type { PreviewCookie } from './preview-cookie.js';
import type { Previews } from '../open-preview.js';

/** Header and query parameter that carry the token of a preview. */
export const PREVIEW_HEADER = 'Preview';
export const PREVIEW_PARAMETER = 'preview';

const READING = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Creates the handler of preview tokens. A token in the header or query makes the request a visitor's, even with a
 * session. The cookie counts only without a session. It is ignored after the preview has ended, so that public pages
 * stay available (compare contract decision 59).
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

/** @throws AppError 400 for two tokens */
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
