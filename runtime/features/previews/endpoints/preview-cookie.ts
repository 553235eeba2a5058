import { readCookie } from '../../../kernel/util/http/read-cookie.js';

/** Name of the cookie that keeps the token of a preview. */
export const PREVIEW_COOKIE = 'cms_preview';

export interface PreviewCookie {
  /** `Set-Cookie` value that shows a browser the preview until its end. */
  write(token: string, seconds: number): string;
  read(header: string | undefined): string | undefined;
}

/** No script reads it, and it goes to the API alone; `sameSite` is that of the session's cookie. */
export function createPreviewCookie(apiPrefix: string, sameSite: string): PreviewCookie {
  const attributes = `Path=${apiPrefix === '' ? '/' : apiPrefix}; Secure; HttpOnly; SameSite=${sameSite}`;
  return {
    write: (token, seconds) => `${PREVIEW_COOKIE}=${token}; Max-Age=${seconds}; ${attributes}`,
    read: (header) => readCookie(header, PREVIEW_COOKIE),
  };
}
