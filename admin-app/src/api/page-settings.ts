/** Reads a setting that the service wrote into the page. */
const written = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';

/** Returns undefined for an unfilled placeholder, which a page on another host may contain. */
const filledIn = (name: string): string | undefined => {
  const content = written(name);
  return content === '' || /^__[A-Z]+__$/.test(content) ? undefined : content;
};

/** Base path of the admin: `/_api/admin/`. */
export const BASE = written('admin-base');

/** URL of the API without a trailing slash. */
export const API_URL = new URL(written('admin-api'), location.origin).href.replace(/\/$/, '');

/** Nonce for style elements under the content security policy of the page. */
export const NONCE = filledIn('csp-nonce');

/** URL of the script with the extensions of the project, if it has any. */
export const EXTENSION_SCRIPT = filledIn('admin-own');

/** Files of the screens that are preloaded, by screen. */
export const SCREEN_FILES = JSON.parse(written('admin-screens') || '{}') as Readonly<
  Record<string, readonly string[]>
>;
