/** What the service wrote into the page that it answered. */
const written = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';

/** The path below which the admin is: `/_api/admin/`. */
export const BASE = written('admin-base');

/** Where the API is: the admin lies directly below its prefix. */
export const API_URL = new URL(BASE.replace(/\/admin\/?$/, ''), location.origin).href.replace(/\/$/, '');

/** What style elements need under the content security policy of the page. */
export const NONCE = written('csp-nonce');
