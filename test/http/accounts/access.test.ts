import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anAccount, call, FROM_FRONT_END, signIn } from './client.js';
import { startAccountSite, type AccountSite } from './support.js';

type Caller = 'anonymous' | 'user' | 'admin' | 'superAdmin';
type Statuses = Readonly<Record<Caller, number>>;

const everybody = (status: number): Statuses => ({
  anonymous: status,
  user: status,
  admin: status,
  superAdmin: status,
});
const signedIn = (status: number): Statuses => ({ ...everybody(status), anonymous: 401 });
const superAdminOnly = (status: number, anonymous = 401): Statuses => ({
  anonymous,
  user: 403,
  admin: 403,
  superAdmin: status,
});

const NEW_USER = { username: 'fresh', emailAddress: 'fresh@example.com', plainPassword: 'long enough' };

/** Every account endpoint; `{other}` is the id of a user other than the callers. */
const ENDPOINTS: readonly (readonly [
  method: string,
  path: string,
  body: object | undefined,
  want: Statuses,
])[] = [
  ['POST', '/login', { username: 'nobody', password: 'nothing' }, everybody(401)],
  ['GET', '/logout', undefined, everybody(200)],
  ['POST', '/logout', undefined, everybody(200)],
  ['GET', '/token/refresh', undefined, signedIn(204)],
  ['POST', '/token/refresh', undefined, signedIn(204)],
  ['GET', '/me', undefined, signedIn(200)],
  ['GET', '/users', undefined, superAdminOnly(200)],
  ['POST', '/users', NEW_USER, superAdminOnly(201, 403)],
  ['GET', '/users/{self}', undefined, signedIn(200)],
  ['GET', '/users/{other}', undefined, superAdminOnly(200)],
  ['GET', '/users/00000000-0000-4000-8000-000000000000', undefined, superAdminOnly(404)],
  ['GET', '/users/nonsense', undefined, superAdminOnly(404)],
  ['PATCH', '/users/{self}', {}, signedIn(200)],
  ['PATCH', '/users/{other}', {}, superAdminOnly(200)],
  ['PUT', '/users/{other}', {}, everybody(405)],
  ['DELETE', '/users/{other}', undefined, superAdminOnly(204)],
  ['GET', '/verify-email/nobody/x', undefined, everybody(404)],
  ['GET', '/confirm-email/nobody/a@example.com/x', undefined, everybody(404)],
  ['GET', '/resend-verify-email/nobody', undefined, everybody(404)],
  ['GET', '/resend-verify-new-email/nobody', undefined, everybody(404)],
  ['GET', '/password/reset/request/nobody', undefined, everybody(404)],
  ['POST', '/password/reset', { username: 'nobody' }, everybody(404)],
  ['POST', '/password/update', { username: 'nobody', token: 'x', password: 'long enough' }, everybody(404)],
];

const ROLES: Readonly<Record<Exclude<Caller, 'anonymous'>, string>> = {
  user: 'ROLE_USER',
  admin: 'ROLE_ADMIN',
  superAdmin: 'ROLE_SUPER_ADMIN',
};

let site: AccountSite;
beforeAll(async () => {
  site = await startAccountSite();
});
afterAll(() => site.close());

describe.each(['anonymous', 'user', 'admin', 'superAdmin'] as const)('%s', (caller) => {
  test.for(ENDPOINTS)('%s %s admits the right callers', async ([method, path, body, want]) => {
    const self = caller === 'anonymous' ? undefined : await anAccount(site, { role: ROLES[caller] });
    const other = await anAccount(site);
    const cookie = self === undefined ? undefined : await signIn(site, self.username);
    const target = path.replace('{other}', other.id).replace('{self}', self?.id ?? other.id);
    const answer = await call(site, { method, path: target, body, cookie, headers: FROM_FRONT_END });
    expect(answer.status).toBe(want[caller]);
    expect(answer.text).not.toContain('$argon2');
  });
});
