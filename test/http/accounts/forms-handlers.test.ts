import { beforeEach, describe, expect, test } from 'vitest';
import type { FormSuccessHandler } from '../../../runtime/extension-points/forms/form-success.js';
import { badRequest } from '../../../runtime/kernel/errors/catalog.js';
import { anAccount, call, FROM_FRONT_END, linkTo, PASSWORD, signIn, tokenOf } from './client.js';
import { errorsOf, send, subjectsTo, twice, useFormsSite, viewOf } from './form-support.js';

let handler: FormSuccessHandler = () => {};
beforeEach(() => {
  handler = () => {};
});

const forms = useFormsSite({ extensions: { formSuccess: [(event, tools) => handler(event, tools)] } });

const NEW_PASSWORD = 'battery staple';
const registration = (username: string) => ({
  user_register: {
    username,
    emailAddress: `${username}@example.com`,
    plainPassword: twice(NEW_PASSWORD),
  },
});

describe('handlers of all forms', () => {
  test('run after an account form is processed, and see what it has stored', async () => {
    const { site, place } = forms();
    const form = await place('UserRegisterType');
    const seen: unknown[] = [];
    handler = async (event, tools) => {
      const { result } = event;
      const user = result !== undefined && 'record' in result ? await tools.find(result.record) : undefined;
      seen.push(event.formType, user?.values['username']);
      event.result = { data: { welcome: true } };
    };
    const answer = await send(site, { form, body: registration('handled') });
    expect([answer.status, answer.body]).toEqual([201, { welcome: true }]);
    expect(seen).toEqual(['UserRegisterType', 'handled']);
  });

  test('that reject a submission leave no user and no mail', async () => {
    const { site, place } = forms();
    const form = await place('UserRegisterType');
    handler = (_event, { violation }) => violation('emailAddress', 'Not from there.');
    const refused = await send(site, { form, body: registration('refused') });
    expect([refused.status, errorsOf(refused)]).toEqual([422, { '1': ['Not from there.'] }]);
    handler = () => Promise.reject(badRequest('Not today.'));
    expect((await send(site, { form, body: registration('refused') })).status).toBe(400);
    handler = () => Promise.reject(new Error('broken'));
    const failed = await send(site, { form, body: registration('refused') });
    expect([failed.status, failed.body?.detail]).toEqual([500, 'Internal Server Error']);
    expect(await site.accounts.rows.byUsername(site.database, 'refused')).toBeUndefined();
    handler = () => {};
    expect((await send(site, { form, body: registration('refused') })).status).toBe(201);
    await expect.poll(() => subjectsTo(site, 'refused@example.com')).toEqual(['Welcome to Example Site']);
  });

  test('that reject a submission keep the password, the sessions and the token', async () => {
    const { site, place } = forms();
    const { username, emailAddress } = await anAccount(site);
    const cookie = await signIn(site, username);
    const elsewhere = await signIn(site, username);
    const path = `/password/reset/request/${username}`;
    await call(site, { method: 'GET', path, headers: FROM_FRONT_END });
    const token = tokenOf(linkTo(site, emailAddress));
    const update = {
      form: '/component/forms/password_reset',
      body: {
        password_update: {
          ...{ username, plainNewPasswordConfirmationToken: token },
          plainPassword: twice(NEW_PASSWORD),
        },
      },
    };
    const change = {
      form: await place('ChangePasswordType'),
      cookie,
      body: { change_password: { oldPassword: PASSWORD, plainPassword: twice(NEW_PASSWORD) } },
    };
    handler = (_event, { violation }) => violation('', 'Not today.');
    for (const one of [update, change])
      expect(errorsOf(await send(site, one))).toEqual({ form: ['Not today.'] });
    const me = await call(site, { method: 'GET', path: '/me', cookie: elsewhere });
    expect(me.status).toBe(200);
    await expect(signIn(site, username)).resolves.toContain('api_component=');
    handler = () => {};
    expect(viewOf(await send(site, update)).vars.valid).toBe(true);
    await expect(signIn(site, username, NEW_PASSWORD)).resolves.toContain('api_component=');
  });
});
