import { codeOf, stepAt } from '../../../runtime/features/second-factors/totp/codes.js';
import { type Answer, call, FROM_FRONT_END, jwtCookie, PASSWORD, signIn } from '../accounts/client.js';
import { type AccountSite, type SiteOptions, startAccountSite } from '../accounts/support.js';

export const ORIGIN = 'https://www.example.com';

/** Starts a site with passkeys, behind one proxy that forwards the client address. */
export const startSite = (mfa: Readonly<Record<string, unknown>> = {}, options: SiteOptions = {}) =>
  startAccountSite({
    ...options,
    env: { TRUSTED_PROXIES: 'loopback', ...options.env },
    user: { mfa: { passkeys: { rp_id: 'example.com', origins: [ORIGIN] }, ...mfa } },
  });

interface Sent {
  readonly body?: unknown;
  readonly cookie?: string | undefined;
  readonly address?: string;
}

/** Sends a POST from the front end. */
export const post = (site: AccountSite, path: string, { body, cookie, address }: Sent = {}) =>
  request(site, `POST ${path}`, { body, cookie, ...(address === undefined ? {} : { address }) });

/** Sends a request from the front end: `GET /me`. */
export const request = (site: AccountSite, line: string, sent: Sent = {}): Promise<Answer> =>
  call(site, {
    method: line.slice(0, line.indexOf(' ')),
    path: line.slice(line.indexOf(' ') + 1),
    body: sent.body,
    cookie: sent.cookie,
    headers: {
      ...FROM_FRONT_END,
      ...(sent.address === undefined ? {} : { 'X-Forwarded-For': sent.address }),
    },
  });

/** Decodes base32 as authenticator apps do. */
export function secretOf(answer: Answer): Buffer {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...String(answer.body?.secret)]
    .map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** Returns the code that an app shows now, or some steps away. */
export const codeNow = (site: AccountSite, secret: Buffer, steps = 0): string =>
  codeOf(secret, stepAt(site.clock.now()) + steps);

/** Advances to the next step, so that the code differs from the last one. */
export const nextStep = (site: AccountSite): void => site.clock.advance(30);

export const logIn = (site: AccountSite, username: string, password = PASSWORD): Promise<Answer> =>
  post(site, '/login', { body: { username, password } });

/** Returns the requirements of a sign-in. */
export function requestedOf(answer: Answer): {
  readonly ticket: string;
  readonly methods: readonly string[];
  readonly enrol?: readonly string[];
} {
  return answer.body?.mfa as ReturnType<typeof requestedOf>; // a sign-in that requires more has it
}

/** Adds an authenticator app in a session. */
export async function addApp(site: AccountSite, cookie: string) {
  const begun = await post(site, '/me/totp', { cookie });
  const secret = secretOf(begun);
  const confirmed = await post(site, '/me/totp/confirm', { cookie, body: { code: codeNow(site, secret) } });
  if (confirmed.status !== 200) throw new Error(`confirming: ${confirmed.status} ${confirmed.text}`);
  nextStep(site);
  return { secret, codes: confirmed.body?.recoveryCodes as readonly string[] };
}

/** Signs in without a second factor and adds an app. */
export async function withApp(site: AccountSite, username: string) {
  const cookie = await signIn(site, username);
  return { cookie, ...(await addApp(site, cookie)) };
}

/** Signs in with password and code. */
export async function signInByCode(site: AccountSite, username: string, secret: Buffer): Promise<string> {
  const { ticket } = requestedOf(await logIn(site, username));
  const answer = await post(site, '/login/second_factor', { body: { ticket, code: codeNow(site, secret) } });
  if (answer.status !== 204) throw new Error(`second factor: ${answer.status} ${answer.text}`);
  nextStep(site);
  return jwtCookie(answer);
}
