import { describe, expect, test } from 'vitest';
import { anAccount, linkTo, PASSWORD, signIn } from './client.js';
import { check, errorsOf, send, subjectsTo, twice, useFormsSite } from './form-support.js';

const forms = useFormsSite();

const NEW_PASSWORD = 'battery staple';

let count = 0;
function aRegistration(over: object = {}) {
  const username = `new${(count += 1)}`;
  const emailAddress = `${username}@example.com`;
  const fields = { username, emailAddress, plainPassword: twice(NEW_PASSWORD), ...over };
  return { username, emailAddress, body: { user_register: fields } };
}

describe('POST of user_register', () => {
  test('creates a user with ROLE_USER and sends a welcome mail, whatever POST of users requires', async () => {
    const { site, place } = forms();
    const form = await place('UserRegisterType');
    const { username, emailAddress, body } = aRegistration();
    const answer = await send(site, { form, body });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body).toMatchObject({
      '@context': '/_api/contexts/User',
      '@type': 'User',
      username,
      emailAddress,
      emailAddressVerified: false,
      roles: ['ROLE_USER'],
      _metadata: { persisted: true },
    });
    expect(String(answer.body?.['@id'])).toMatch(/^\/_api\/users\//);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    for (const secret of ['enabled', 'plainPassword', 'password', NEW_PASSWORD, 'oken'])
      expect(answer.text).not.toContain(secret);
    const row = await site.accounts.rows.byUsername(site.database, username);
    expect(row).toMatchObject({ enabled: true, roles: ['ROLE_USER'], newEmailAddress: null });
    expect(row?.password).toMatch(/^\$argon2id\$/);
    await expect.poll(() => subjectsTo(site, emailAddress)).toEqual(['Welcome to Example Site']);
    const link = new URL(linkTo(site, emailAddress)).pathname;
    const verified = await fetch(`${site.url}/verify-email${link.replace('/verify-email', '')}`);
    expect(verified.status).toBe(200);
    await expect(signIn(site, username, NEW_PASSWORD)).resolves.toContain('api_component=');
  });

  test('returns the new user with restricted members for a super administrator', async () => {
    const { site, admin, place } = forms();
    const form = await place('UserRegisterType');
    const answer = await send(site, { form, body: aRegistration().body, cookie: admin });
    expect([answer.status, answer.body?.enabled]).toEqual([201, true]);
  });

  test('creates an account without further permissions, whatever is sent', async () => {
    const { site, place } = forms();
    const form = await place('UserRegisterType');
    const { username, body } = aRegistration({ roles: ['ROLE_ADMIN'], emailAddressVerified: true });
    const answer = await send(site, { form, body });
    expect([answer.status, errorsOf(answer)]).toEqual([
      422,
      { form: ['This form should not contain extra fields.'] },
    ]);
    expect(await site.accounts.rows.byUsername(site.database, username)).toBeUndefined();
  });

  test('reports errors at every empty field, and stores nothing', async () => {
    const { site, place } = forms();
    const form = await place('UserRegisterType');
    const answer = await send(site, { form, body: { user_register: {} } });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ '@type': 'Form', formType: 'UserRegisterType' });
    expect(errorsOf(answer)).toEqual({
      '0': ['Please enter a username.'],
      '1': ['Please enter your email address.'],
      '2.0': ['Please enter your desired password.'],
    });
  });

  const LONG = 'Your password cannot be over 4096 characters';
  test.each<[object, Record<string, readonly string[]>]>([
    [{ emailAddress: 'nowhere' }, { '1': ['This value is not a valid email address.'] }],
    [{ plainPassword: twice('short') }, { '2.0': ['Your password must be at least 8 characters long.'] }],
    [{ plainPassword: twice('x'.repeat(4097)) }, { '2.0': [LONG] }],
    [
      { plainPassword: { first: NEW_PASSWORD, second: 'other' } },
      { '2.0': ['The password fields must match.'] },
    ],
    [{ plainPassword: { first: NEW_PASSWORD } }, { '2.0': ['The password fields must match.'] }],
    [{ plainPassword: NEW_PASSWORD }, { '2.0': ['The password fields must match.'] }],
    [{ username: 'a\u200bb' }, { '0': ['This value should not contain control or invisible characters.'] }],
    [
      { username: 'x'.repeat(256) },
      { '0': ['This value is too long. It should have 255 characters or less.'] },
    ],
  ])('%j is rejected by both a check and a submission', async (over, errors) => {
    const { site, place } = forms();
    const form = await place('UserRegisterType');
    const { body } = aRegistration(over);
    const sent = await send(site, { form, body });
    const checked = await check(site, { form, body: { user_register: over } });
    expect([sent.status, errorsOf(sent)]).toEqual([422, errors]);
    expect([checked.status, errorsOf(checked)]).toEqual([422, errors]);
    expect(sent.text).not.toContain(NEW_PASSWORD);
  });

  test('an existing name or address is rejected in every spelling, also by a check', async () => {
    const { site, place } = forms();
    const form = await place('UserRegisterType');
    const { username, emailAddress } = await anAccount(site);
    const over = { username: username.toUpperCase(), emailAddress: emailAddress.toUpperCase() };
    const errors = {
      '0': ['Sorry, that user already exists in the database.'],
      '1': ['Sorry, that email address already exists in the database.'],
    };
    const sent = await send(site, { form, body: aRegistration(over).body });
    expect([sent.status, errorsOf(sent)]).toEqual([422, errors]);
    const checked = await check(site, { form, body: { user_register: over } });
    expect([checked.status, errorsOf(checked)]).toEqual([422, errors]);
    const crossed = await check(site, { form, body: { user_register: { username: emailAddress } } });
    expect(errorsOf(crossed)).toEqual({ '0': errors['0'] });
  });

  test('many simultaneous submissions with one name create one user', async () => {
    const { site, place } = forms();
    const form = await place('UserRegisterType');
    const { username, body } = aRegistration();
    const addressed = (index: number) => ({
      user_register: { ...body.user_register, emailAddress: `${username}-${index}@example.com` },
    });
    const answers = await Promise.all([1, 2, 3].map((index) => send(site, { form, body: addressed(index) })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    for (const answer of answers.filter(({ status }) => status === 422))
      expect(errorsOf(answer)).toEqual({ '0': ['Sorry, that user already exists in the database.'] });
  });

  test('a mail that cannot be sent does not prevent the account', async () => {
    const { site, place } = forms();
    const form = await place('UserRegisterType');
    site.mail.refusal = 'out of order';
    const { username, body } = aRegistration();
    const { status } = await send(site, { form, body });
    await expect.poll(() => site.log.some(({ msg }) => msg === 'failed to send an account email')).toBe(true);
    site.mail.refusal = null;
    expect(status).toBe(201);
    expect(await site.accounts.rows.byUsername(site.database, username)).toBeDefined();
  });
});

describe('PATCH of user_register', () => {
  test('validates only the sent fields, and creates no user', async () => {
    const { site, place } = forms();
    const form = await place('UserRegisterType');
    const empty = await check(site, { form, body: { user_register: {} } });
    expect([empty.status, errorsOf(empty)]).toEqual([200, {}]);
    const { username, body } = aRegistration();
    const one = await check(site, { form, body: { user_register: { username: '' } } });
    expect([one.status, errorsOf(one)]).toEqual([422, { '0': ['Please enter a username.'] }]);
    const all = await check(site, { form, body });
    expect([all.status, errorsOf(all)]).toEqual([200, {}]);
    expect(all.text).not.toContain(NEW_PASSWORD);
    expect(await site.accounts.rows.byUsername(site.database, username)).toBeUndefined();
  });
});

describe('passwords of registrations', () => {
  test('are stored exactly as typed', async () => {
    const { site, place } = forms();
    const form = await place('UserRegisterType');
    const password = `  ${PASSWORD}  `;
    const { username, body } = aRegistration({ plainPassword: twice(password) });
    expect((await send(site, { form, body })).status).toBe(201);
    // Other errors are only shown to callers who know the password.
    await expect(signIn(site, username, password)).rejects.toThrow('verify your email address');
    await expect(signIn(site, username, PASSWORD)).rejects.toThrow('Invalid credentials.');
  });
});
