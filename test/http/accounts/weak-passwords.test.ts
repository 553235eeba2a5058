import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  anAccount,
  type Answer,
  call,
  FROM_FRONT_END,
  linkTo,
  PASSWORD,
  signIn,
  storePassword,
  tokenOf,
} from './client.js';
import { check, errorsOf, placing, send, twice } from './form-support.js';
import { type AccountSite, startAccountSite } from './support.js';

const SHORT = 'Your password must be at least 8 characters long.';
const COMMON = 'This password is too common; it is in lists that attackers try first. Choose another one.';

/** Weak passwords and why they are rejected. The last two are short and common in their hashed form. */
const WEAK = [
  ['seven77', SHORT],
  ['🔑🔑🔑🔑🔑🔑🔑', SHORT],
  ['sunshine', COMMON],
  ['SunShine', COMMON],
  ['password1', COMMON],
  ['ｓｕｎｓｈｉｎｅ', COMMON],
  ['e\u0301e\u0301e\u0301e\u0301', SHORT],
] as const;

let site: AccountSite;
let superAdmin: string;
beforeAll(async () => {
  site = await startAccountSite();
  const { username } = await anAccount(site, { role: 'ROLE_SUPER_ADMIN', username: 'root' });
  superAdmin = await signIn(site, username);
});
afterAll(() => site.close());

const messagesOf = ({ status, body }: Answer): unknown => [
  status,
  (body?.violations as readonly { propertyPath: string; message: string }[]).map((one) => [
    one.propertyPath,
    one.message,
  ]),
];
const refused = (message: string) => [422, [['plainPassword', message]]];

describe.each(WEAK)('the password %s', (password, message) => {
  test('is rejected for a new account', async () => {
    const body = { username: 'weak', emailAddress: 'weak@example.com', plainPassword: password };
    const answer = await call(site, {
      ...{ method: 'POST', path: '/users', body, cookie: superAdmin, headers: FROM_FRONT_END },
    });
    expect(messagesOf(answer)).toEqual(refused(message));
  });

  test('is rejected in a change, by the user and by an administrator', async () => {
    const { id, username } = await anAccount(site);
    const own = await signIn(site, username);
    const path = `/users/${id}`;
    const body = { plainPassword: password, oldPassword: PASSWORD };
    for (const cookie of [own, superAdmin])
      expect(messagesOf(await call(site, { method: 'PATCH', path, body, cookie }))).toEqual(refused(message));
    await expect(signIn(site, username)).resolves.toContain('api_component=');
  });

  test('is rejected in a reset, and the link remains valid', async () => {
    const { username, emailAddress } = await anAccount(site);
    await call(site, {
      ...{ method: 'POST', path: '/password/reset', body: { username }, headers: FROM_FRONT_END },
    });
    const token = tokenOf(linkTo(site, emailAddress));
    const reset = (plain: string): Promise<Answer> =>
      call(site, {
        ...{ method: 'POST', path: '/password/update', body: { username, token, password: plain } },
      });
    expect(messagesOf(await reset(password))).toEqual(refused(message));
    expect((await reset('correct horse battery')).status).toBe(204);
  });

  test('is rejected by the forms, in a check and a submission', async () => {
    const { username, cookie } = await aMember();
    const forms = [
      ['UserRegisterType', 'user_register', { username: 'w', emailAddress: 'w@example.com' }, '2.0'],
      ['ChangePasswordType', 'change_password', { oldPassword: PASSWORD }, '2.0'],
      ['PasswordUpdateType', 'password_update', { username, plainNewPasswordConfirmationToken: 'x' }, '2.0'],
    ] as const;
    for (const [formType, name, fields, place] of forms) {
      const placed = await placing(site, superAdmin, formType);
      const form = `/component/forms/${String(placed.body?.id)}`;
      const body = { [name]: { ...fields, plainPassword: twice(password) } };
      for (const ask of [check, send]) {
        const answer = await ask(site, { form, cookie, body });
        expect([formType, answer.status, errorsOf(answer)]).toEqual([formType, 422, { [place]: [message] }]);
      }
    }
  });

  test('is rejected by the console, for new and overwritten accounts', async () => {
    const { username } = await anAccount(site);
    for (const overwrite of [false, true]) {
      const name = overwrite ? username : 'console';
      const outcome = await site.accounts.createAccount({
        ...{ username: name, emailAddress: `${name}@example.com`, password, role: 'ROLE_USER', overwrite },
        enabled: true,
      });
      expect(outcome).toMatchObject({
        kind: 'refused',
        violations: [{ propertyPath: 'plainPassword', message }],
      });
    }
    await expect(signIn(site, username)).resolves.toContain('api_component=');
  });
});

async function aMember() {
  const account = await anAccount(site);
  return { ...account, cookie: await signIn(site, account.username) };
}

describe('passwords', () => {
  test('that were stored before the rule still sign in', async () => {
    const { username, id } = await anAccount(site);
    await storePassword(site, id, 'admin');
    const cookie = await signIn(site, username, 'admin');
    const body = { plainPassword: 'correct horse battery', oldPassword: 'admin' };
    expect((await call(site, { method: 'PATCH', path: `/users/${id}`, body, cookie })).status).toBe(200);
  });

  test('of the maximum length sign in, whatever their characters', async () => {
    const { username, id, cookie } = await aMember();
    const longest = '🔑'.repeat(4096);
    const body = { plainPassword: longest, oldPassword: PASSWORD };
    expect((await call(site, { method: 'PATCH', path: `/users/${id}`, body, cookie })).status).toBe(200);
    await expect(signIn(site, username, longest)).resolves.toContain('api_component=');
    const longer = { plainPassword: `${longest}x`, oldPassword: longest };
    expect((await call(site, { method: 'PATCH', path: `/users/${id}`, body: longer, cookie })).status).toBe(
      422,
    );
  });

  test('of eight uncommon characters are accepted', async () => {
    const { id, cookie } = await aMember();
    for (const [plainPassword, oldPassword] of [
      ['k4x9-wzt', PASSWORD],
      ['🔑🚪🏠🐎🔋📎🌊🪵', 'k4x9-wzt'],
    ]) {
      const body = { plainPassword, oldPassword };
      expect((await call(site, { method: 'PATCH', path: `/users/${id}`, body, cookie })).status).toBe(200);
    }
  });
});
