/** What the service wrote into the page that it answered. */
const written = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';

/** A page of another host than the service is answered as it was built: its places are not filled in. */
const filledIn = (name: string): string | undefined => {
  const content = written(name);
  return content === '' || /^__[A-Z]+__$/.test(content) ? undefined : content;
};

/** The path below which the admin is: `/_api/admin/`. */
export const BASE = written('admin-base');

/** Where the API is, without a slash at its end. */
export const API_URL = new URL(written('admin-api'), location.origin).href.replace(/\/$/, '');

/** What style elements need under the content security policy of the page. */
export const NONCE = filledIn('csp-nonce');

/** The script with the parts of the project, where it has some. */
export const EXTENSION_SCRIPT = filledIn('admin-own');

/** The files of the screens that most addresses lead to, by the names that the bundle gives them. */
export const SCREEN_FILES = JSON.parse(written('admin-screens') || '{}') as Readonly<
  Record<string, readonly string[]>
>;
