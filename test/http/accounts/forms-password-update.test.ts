import { describe, expect, test } from 'vitest';
import { anAccount, call, FROM_FRONT_END, linkTo, PASSWORD, signIn, tokenOf } from './client.js';
import { check, errorsOf, read, send, subjectsTo, twice, useFormsSite, viewOf } from './form-support.js';

const forms = useFormsSite();

const RESET = '/component/forms/password_reset';
const NEW_PASSWORD = 'battery staple';

async function mailedToken() {
  const { site } = forms();
  const { username, emailAddress } = await anAccount(site);
  const path = `/password/reset/request/${username}`;
  await call(site, { method: 'GET', path, headers: FROM_FRONT_END });
  return { site, username, emailAddress, token: tokenOf(linkTo(site, emailAddress)) };
}

const body = (username: unknown, token: unknown, plainPassword: unknown = twice(NEW_PASSWORD)) => ({
  password_update: { username, plainNewPasswordConfirmationToken: token, plainPassword },
});

/** Forms to test: one without a row, and one stored as a component. */
const places: readonly (readonly [string, () => Promise<string>])[] = [
  ['the virtual form', () => Promise.resolve(RESET)],
  ['a component', () => forms().place('PasswordUpdateType')],
];

describe.each(places)('password_update of %s', (_name, at) => {
  test('sets the password once, ends all sessions and sends a notice', async () => {
    const form = await at();
    const { site, username, emailAddress, token } = await mailedToken();
    const cookie = await signIn(site, username);
    const answer = await send(site, { form, body: body(username, token) });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body).toMatchObject({ '@type': 'Form', formType: 'PasswordUpdateType' });
    expect(String(answer.body?.['@id'])).toMatch(/\/component\/forms\/[0-9a-f-]{36}$/);
    expect(viewOf(answer).vars).toMatchObject({ valid: true, submitted: true });
    expect(answer.text).not.toContain(NEW_PASSWORD);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect((await call(site, { method: 'GET', path: '/me', cookie })).status).toBe(401);
    await expect(signIn(site, username, NEW_PASSWORD)).resolves.toContain('api_component=');
    await expect(signIn(site, username, PASSWORD)).rejects.toThrow('401');
    await expect.poll(() => subjectsTo(site, emailAddress)).toContain('Your password has been changed');
    const row = await site.accounts.rows.byUsername(site.database, username);
    expect(row).toMatchObject({
      emailAddressVerified: true,
      newPasswordConfirmationToken: null,
      passwordRequestedAt: null,
    });
    const again = await send(site, { form, body: body(username, token, twice('yet another')) });
    expect([again.status, again.text]).toEqual([404, '']);
  });

  test('validates the password first, whatever the token', async () => {
    const form = await at();
    const { site, username } = await mailedToken();
    const short = { '2.0': ['Your password must be at least 8 characters long.'] };
    const mismatch = { '2.0': ['The password fields must match.'] };
    const missing = { '2.0': ['Please enter your desired password.'] };
    for (const [plainPassword, errors] of [
      [twice('short'), short],
      [{ first: NEW_PASSWORD, second: 'other' }, mismatch],
      [undefined, missing],
    ] as const) {
      const password = plainPassword ?? twice('');
      const answer = await send(site, { form, body: body(username, 'wrong', password) });
      expect([answer.status, errorsOf(answer)]).toEqual([422, errors]);
      const checked = await check(site, { form, body: { password_update: { plainPassword: password } } });
      expect([checked.status, errorsOf(checked)]).toEqual([422, errors]);
    }
  });

  test('responds with 404 without a body for an unknown user and for an invalid token', async () => {
    const form = await at();
    const { site, username, token } = await mailedToken();
    const bad: readonly unknown[] = [
      body('nobody', token),
      body('', token),
      body(username, '0'.repeat(32)),
      body(username, ''),
      body(username, undefined),
      body(null, null),
    ];
    for (const one of bad) {
      const answer = await send(site, { form, body: one });
      expect([answer.status, answer.text]).toEqual([404, '']);
    }
    site.clock.advance(3600);
    const late = await send(site, { form, body: body(username, token) });
    expect([late.status, late.text]).toEqual([404, '']);
    await expect(signIn(site, username)).resolves.toContain('api_component=');
  });

  test('accepts only one of many simultaneous submissions with one token', async () => {
    const form = await at();
    const { site, username, token } = await mailedToken();
    const answers = await Promise.all(
      ['first', 'second', 'third'].map((word) =>
        send(site, { form, body: body(username, token, twice(`${word} password`)) }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 404, 404]);
  });

  test('a check reveals nothing about tokens and changes nothing', async () => {
    const form = await at();
    const { site, username, token } = await mailedToken();
    for (const one of [body(username, token), body(username, 'wrong'), body('nobody', 'wrong')]) {
      const answer = await check(site, { form, body: one });
      expect([answer.status, errorsOf(answer)]).toEqual([200, {}]);
    }
    await expect(signIn(site, username)).resolves.toContain('api_component=');
    expect((await send(site, { form, body: body(username, token) })).status).toBe(201);
  });

  test('a signed-in user also acts as the user of the link', async () => {
    const form = await at();
    const { site, username, token } = await mailedToken();
    const cookie = await signIn(site, username);
    expect((await send(site, { form, cookie, body: body(username, token) })).status).toBe(201);
    expect((await call(site, { method: 'GET', path: '/me', cookie })).status).toBe(401);
  });

  test('rejects a body that is not nested under the name of the form', async () => {
    const form = await at();
    const answer = await send(forms().site, { form, body: { username: 'alice' } });
    const message =
      'Form object key could not be found. Expected: "password_update": { "input_name": "input_value" }';
    expect([answer.status, answer.body?.description]).toEqual([422, message]);
  });
});

describe('GET /component/forms/password_reset', () => {
  test('is prefilled from the query and not cached', async () => {
    const answer = await read(forms().site, `${RESET}?username=alice&token=abc`);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    const [username, token] = viewOf(answer).children;
    expect([username?.vars.value, token?.vars.value]).toEqual(['alice', 'abc']);
  });
});
