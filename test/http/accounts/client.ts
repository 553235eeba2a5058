import { createQuickHasher } from '../../support/quick-hasher.js';
import type { AccountSite } from './support.js';
import { FRONT_END } from './support.js';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly cookies: readonly string[];
  /** Parsed JSON, or null for an empty body. */
  readonly body: Record<string, unknown> | null;
  readonly text: string;
}

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly contentType?: string;
  readonly cookie?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends one HTTP request to the site; writes are JSON, PATCH is a merge patch. */
export async function call(site: AccountSite, { method, path, ...options }: Call): Promise<Answer> {
  const usual = method === 'PATCH' ? 'application/merge-patch+json' : 'application/ld+json';
  const response = await fetch(site.url + path, {
    method,
    headers: {
      ...(options.body === undefined ? {} : { 'Content-Type': options.contentType ?? usual }),
      ...(options.cookie === undefined ? {} : { Cookie: options.cookie }),
      ...options.headers,
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    cookies: response.headers.getSetCookie(),
    // Every body of the API is a JSON object.
    body: text === '' ? null : (JSON.parse(text) as Record<string, unknown>),
    text,
  };
}

/** Signs in and returns the cookie as a browser would send it. */
export async function signIn(site: AccountSite, username: string, password = PASSWORD): Promise<string> {
  const answer = await call(site, { method: 'POST', path: '/login', body: { username, password } });
  if (answer.status !== 204) throw new Error(`login of ${username}: ${answer.status} ${answer.text}`);
  return jwtCookie(answer);
}

export function jwtCookie(answer: Answer): string {
  const cookie = answer.cookies.find((one) => one.startsWith('api_component='));
  if (cookie === undefined) throw new Error('no JWT cookie was set');
  return cookie.slice(0, cookie.indexOf(';'));
}

export const PASSWORD = 'correct horse';
export const FROM_FRONT_END = { Origin: FRONT_END };

let count = 0;

/** Creates an account without sending mails; usernames are unique within the test file. */
export async function anAccount(
  site: AccountSite,
  options: { readonly role?: string; readonly enabled?: boolean; readonly username?: string } = {},
): Promise<{ readonly id: string; readonly username: string; readonly emailAddress: string }> {
  const username = options.username ?? `user${(count += 1)}`;
  const outcome = await site.accounts.createAccount({
    username,
    emailAddress: `${username}@example.com`,
    password: PASSWORD,
    role: options.role ?? 'ROLE_USER',
    enabled: options.enabled ?? true,
    overwrite: false,
  });
  if (outcome.kind === 'refused') throw new Error(JSON.stringify(outcome.violations));
  return outcome.user;
}

/** Stores a password without validation, as an earlier release did. */
export async function storePassword({ database }: AccountSite, id: string, password: string): Promise<void> {
  const hash = await createQuickHasher().hash(password);
  await database.transaction((session) =>
    session.run(`update ${database.table('user')} set password = :hash where id = :id`, {
      hash,
      id: database.dialect.encode('uuid', id),
    }),
  );
}

/** Returns the link in the newest mail to an address. */
export function linkTo(site: AccountSite, address: string): string {
  const mail = site.mail.received.findLast(({ to }) => to.includes(address));
  const link = /https:\/\/www\.example\.com\/\S+/.exec(mail?.email.text ?? '')?.[0];
  if (link === undefined) throw new Error(`no link was mailed to ${address}`);
  return link;
}

/** Returns the token at the end of a link. */
export const tokenOf = (link: string): string => link.slice(link.lastIndexOf('/') + 1);
