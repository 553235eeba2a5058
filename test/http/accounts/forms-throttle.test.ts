import { describe, expect, test } from 'vitest';
import { anAccount, call, signIn, type Answer } from './client.js';
import { twice, useFormsSite } from './form-support.js';

const forms = useFormsSite({ env: { TRUSTED_PROXIES: 'loopback' } });

const asking =
  (method: string, form: string) =>
  (fields: object, from: string, cookie?: string): Promise<Answer> =>
    call(forms().site, {
      method,
      path: `${form}/submit`,
      body: { user_register: fields },
      headers: { 'X-Forwarded-For': from },
      cookie,
    });

async function statusesOf(count: number, ask: (index: number) => Promise<Answer>): Promise<Set<number>> {
  const statuses = new Set<number>();
  for (let index = 0; index < count; index += 1) statuses.add((await ask(index)).status);
  return statuses;
}

describe('user_register', () => {
  test('shares the limit of POST of users, including rejected attempts', async () => {
    const { site, admin, place } = forms();
    const { username } = await anAccount(site);
    const cookie = await signIn(site, username);
    const send = asking('POST', await place('UserRegisterType'));
    const refused = { plainPassword: twice('short') };
    const from = '192.0.2.1';
    expect(await statusesOf(100, () => send(refused, from, cookie))).toEqual(new Set([422]));
    const late = await send(refused, from, cookie);
    expect(late.status).toBe(429);
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await send(refused, from)).status).toBe(429);
    expect((await send(refused, '192.0.2.2', cookie)).status).toBe(422);
    // Administrators import hundreds of accounts.
    expect((await send(refused, from, admin)).status).toBe(422);
  });

  test('limits checks that reveal existing names, separately from registrations', async () => {
    const { place } = forms();
    const form = await place('UserRegisterType');
    const check = asking('PATCH', form);
    const from = '192.0.2.3';
    expect(await statusesOf(100, (index) => check({ username: `guess${index}` }, from))).toEqual(
      new Set([200]),
    );
    expect((await check({ username: 'late' }, from)).status).toBe(429);
    expect((await check({ emailAddress: 'late@example.com' }, from)).status).toBe(429);
    expect((await check({ plainPassword: twice('short') }, from)).status).toBe(422);
    expect((await check({ username: 'late' }, '192.0.2.4')).status).toBe(200);
    expect((await asking('POST', form)({}, from)).status).toBe(422);
  });
});

describe('new_email_address', () => {
  test('limits checks per account', async () => {
    const { site, place } = forms();
    const form = await place('NewEmailAddressType');
    const ask = async (cookie: string, newEmailAddress: string): Promise<Answer> =>
      call(site, {
        method: 'PATCH',
        path: `${form}/submit`,
        body: { new_email_address: { newEmailAddress } },
        cookie,
      });
    const cookie = await signIn(site, (await anAccount(site)).username);
    expect(await statusesOf(100, (index) => ask(cookie, `g${index}@example.com`))).toEqual(new Set([200]));
    expect((await ask(cookie, 'late@example.com')).status).toBe(429);
    const another = await signIn(site, (await anAccount(site)).username);
    expect((await ask(another, 'late@example.com')).status).toBe(200);
  });
});
