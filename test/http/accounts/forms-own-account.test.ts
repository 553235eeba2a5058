import { describe, expect, test } from 'vitest';
import { anAccount, call, linkTo, PASSWORD, signIn } from './client.js';
import { check, errorsOf, send, subjectsTo, twice, useFormsSite, viewOf } from './form-support.js';

const forms = useFormsSite();

const NEW_PASSWORD = 'battery staple';
const CONFIRM = 'Please confirm your new email address';
const NOTICE = 'A new email address was requested for your account';

/** Signs in a user and creates a form that they can see. */
async function signedIn(formType: string) {
  const { site, place } = forms();
  const account = await anAccount(site);
  const cookie = await signIn(site, account.username);
  const form = await place(formType);
  const row = async () => {
    const found = await site.accounts.rows.byId(site.database, account.id);
    if (found === undefined) throw new Error('the account is gone');
    return found;
  };
  return { ...account, site, cookie, form, row };
}

describe('new_email_address', () => {
  const body = (newEmailAddress?: unknown) => ({
    new_email_address: { newEmailAddress, oldPassword: PASSWORD },
  });

  test('sets the pending address, and sends a link there and a notice to the current one', async () => {
    const { site, cookie, form, emailAddress, row } = await signedIn('NewEmailAddressType');
    const next = `next-${emailAddress}`;
    const answer = await send(site, { form, cookie, body: body(next) });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body).toMatchObject({ '@type': 'User', emailAddress, newEmailAddress: next });
    expect(answer.body).not.toHaveProperty('enabled');
    await expect.poll(() => subjectsTo(site, next)).toEqual([CONFIRM]);
    await expect.poll(() => subjectsTo(site, emailAddress)).toEqual([NOTICE]);
    await expect.poll(async () => (await row()).newEmailConfirmationToken).not.toBeNull();
    const link = new URL(linkTo(site, next)).pathname.replace('/confirm-new-email/', '/confirm-email/');
    expect((await call(site, { method: 'GET', path: link })).status).toBe(200);
    expect(await row()).toMatchObject({ emailAddress: next, newEmailAddress: null });
  });

  test.each([[''], [null], [undefined]])(
    '%j cancels the pending address without sending a mail',
    async (nothing) => {
      const { site, cookie, form, emailAddress, row } = await signedIn('NewEmailAddressType');
      const next = `next-${emailAddress}`;
      await send(site, { form, cookie, body: body(next) });
      await expect.poll(() => subjectsTo(site, emailAddress)).toEqual([NOTICE]);
      const answer = await send(site, { form, cookie, body: body(nothing) });
      expect([answer.status, answer.body?.['@type']]).toEqual([201, 'User']);
      expect(await row()).toMatchObject({
        emailAddress,
        newEmailAddress: null,
        newEmailConfirmationToken: null,
      });
      expect(subjectsTo(site, next)).toEqual([CONFIRM]);
    },
  );

  test('reports the same errors for a check and a submission', async () => {
    const { site, cookie, form, emailAddress, row } = await signedIn('NewEmailAddressType');
    const other = await anAccount(site);
    const taken = 'Someone else is already registered with that email address.';
    const cases: readonly (readonly [string, string])[] = [
      ['nowhere', 'This value is not a valid email address.'],
      [emailAddress, 'Your new email address should be different.'],
      [other.emailAddress, taken],
      [other.emailAddress.toUpperCase(), taken],
      [`${'x'.repeat(250)}@example.com`, 'This value is too long. It should have 255 characters or less.'],
    ];
    for (const [address, message] of cases) {
      for (const ask of [check, send]) {
        const answer = await ask(site, { form, cookie, body: body(address) });
        expect([answer.status, answer.body?.['@type']]).toEqual([422, 'Form']);
        expect(errorsOf(answer)['0']).toContain(message);
      }
    }
    expect((await row()).newEmailAddress).toBeNull();
  });

  test('a check changes nothing and reports only fields that were sent', async () => {
    const { site, cookie, form, row } = await signedIn('NewEmailAddressType');
    const empty = await check(site, { form, cookie, body: { new_email_address: {} } });
    expect([empty.status, errorsOf(empty)]).toEqual([200, {}]);
    const good = await check(site, { form, cookie, body: body('good@example.com') });
    expect([good.status, errorsOf(good)]).toEqual([200, {}]);
    expect(viewOf(good).children[0]?.vars.value).toBe('good@example.com');
    expect((await row()).newEmailAddress).toBeNull();
  });

  test('is limited per account, like a PATCH of the user', async () => {
    const { site, cookie, form, id } = await signedIn('NewEmailAddressType');
    const statuses: number[] = [];
    for (let index = 0; index < 11; index += 1)
      statuses.push((await send(site, { form, cookie, body: body(`n${index}`) })).status);
    expect(statuses).toEqual([...Array<number>(10).fill(422), 429]);
    const newEmailAddress = 'one-more@example.com';
    const patched = await call(site, {
      method: 'PATCH',
      path: `/users/${id}`,
      body: { newEmailAddress, oldPassword: PASSWORD },
      cookie,
    });
    expect(patched.status).toBe(429);
    expect((await send(site, { form, cookie, body: body('') })).status).toBe(201);
  });
});

describe('change_password', () => {
  const WRONG = 'You have not entered your current password correctly. Please try again.';
  const body = (fields: object) => ({ change_password: fields });
  const right = { oldPassword: PASSWORD, plainPassword: twice(NEW_PASSWORD) };

  test('sets the password, ends the other sessions and sends a notice', async () => {
    const { site, cookie, form, username, emailAddress } = await signedIn('ChangePasswordType');
    const elsewhere = await signIn(site, username);
    const answer = await send(site, { form, cookie, body: body({ ...right, username: 'ignored' }) });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body).toMatchObject({ '@type': 'User', username });
    expect(answer.text).not.toContain(NEW_PASSWORD);
    const me = (one: string) => call(site, { method: 'GET', path: '/me', cookie: one });
    expect([(await me(cookie)).status, (await me(elsewhere)).status]).toEqual([200, 401]);
    await expect(signIn(site, username, NEW_PASSWORD)).resolves.toContain('api_component=');
    await expect(signIn(site, username, PASSWORD)).rejects.toThrow('401');
    await expect.poll(() => subjectsTo(site, emailAddress)).toEqual(['Your password has been changed']);
  });

  test('requires both passwords and validates the new one, for a check and a submission', async () => {
    const { site, cookie, form, username } = await signedIn('ChangePasswordType');
    const short = 'Your password must be at least 8 characters long.';
    const mismatch = 'The passwords you entered are not the same.';
    const cases: readonly (readonly [object, object])[] = [
      [{ ...right, oldPassword: 'wrong' }, { '1': [WRONG] }],
      [{ ...right, oldPassword: '' }, { '1': [WRONG] }],
      [{ ...right, plainPassword: twice('short') }, { '2.0': [short] }],
      [{ ...right, plainPassword: { first: 'battery', second: 'staple' } }, { '2.0': [mismatch] }],
      [
        { oldPassword: 'wrong', plainPassword: twice('short') },
        { '1': [WRONG], '2.0': [short] },
      ],
      [{ ...right, plainPassword: twice('') }, { '2.0': ['Please enter your desired password.'] }],
    ];
    for (const [fields, errors] of cases) {
      for (const ask of [check, send]) {
        const answer = await ask(site, { form, cookie, body: body(fields) });
        expect([answer.status, errorsOf(answer)]).toEqual([422, errors]);
        expect(viewOf(answer).children[0]?.vars.value).toBe(username);
      }
    }
    const empty = await send(site, { form, cookie, body: body({}) });
    expect(errorsOf(empty)).toEqual({ '1': [WRONG], '2.0': ['Please enter your desired password.'] });
    await expect(signIn(site, username)).resolves.toContain('api_component=');
  });

  test('a check changes nothing and reports only fields that were sent', async () => {
    const { site, cookie, form, username } = await signedIn('ChangePasswordType');
    for (const fields of [{}, { oldPassword: PASSWORD }, { plainPassword: twice(NEW_PASSWORD) }, right]) {
      const answer = await check(site, { form, cookie, body: body(fields) });
      expect([answer.status, errorsOf(answer)]).toEqual([200, {}]);
    }
    await expect(signIn(site, username)).resolves.toContain('api_component=');
  });

  test('counts wrong current passwords together, whether checked or submitted', async () => {
    const { site, cookie, form } = await signedIn('ChangePasswordType');
    const statuses: number[] = [];
    for (let index = 0; index < 12; index += 1) {
      const ask = index % 2 === 0 ? check : send;
      const fields = { ...right, oldPassword: `guess ${index}` };
      statuses.push((await ask(site, { form, cookie, body: body(fields) })).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(422), 429, 429]);
    const late = await check(site, { form, cookie, body: body({ oldPassword: PASSWORD }) });
    expect(late.status).toBe(429);
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
    // An empty password does not count as an attempt.
    expect((await check(site, { form, cookie, body: body({ oldPassword: '' }) })).status).toBe(422);
  });
});
