import { readCookie } from '../../../kernel/util/http/read-cookie.js';

/** Name of the cookie that stores the token of a preview. */
export const PREVIEW_COOKIE = 'cms_preview';

export interface PreviewCookie {
  /** `Set-Cookie` value that opens the preview for a browser until it expires. */
  write(token: string, seconds: number): string;
  read(header: string | undefined): string | undefined;
}

/** Creates an HTTP-only cookie limited to the API. `sameSite` is that of the session cookie. */
export function createPreviewCookie(apiPrefix: string, sameSite: string): PreviewCookie {
  const attributes = `Path=${apiPrefix === '' ? '/' : apiPrefix}; Secure; HttpOnly; SameSite=${sameSite}`;
  return {
    write: (token, seconds) => `${PREVIEW_COOKIE}=${token}; Max-Age=${seconds}; ${attributes}`,
    read: (header) => readCookie(header, PREVIEW_COOKIE),
  };
}
