import { describe, expect, test } from 'vitest';
import { anAccount, call, FROM_FRONT_END, PASSWORD, signIn } from './client.js';
import { defineForm } from '../../../runtime/index.js';
import { placing, read, useFormsSite, viewOf, type FormNode } from './form-support.js';

/** A custom form that creates users. */
const join = defineForm({
  name: 'JoinType',
  persist: 'User',
  fields: [
    { name: 'username' },
    { name: 'emailAddress', type: 'email' },
    { name: 'plainPassword', type: 'repeated', entry_type: 'password' },
  ],
});

const forms = useFormsSite({ extensions: { forms: [join] } });

/** Returns the variables of a node that the contract describes, without those that all nodes share. */
function outline({ vars, children }: FormNode): Record<string, unknown> {
  const { name, label, block_prefixes: prefixes, attr, value, disabled } = vars;
  return {
    name,
    prefixes: (prefixes as readonly string[]).join(', '),
    ...(label === undefined ? {} : { label }),
    ...(Object.keys(attr as object).length === 0 ? {} : { attr }),
    ...(value === undefined || value === '' ? {} : { value }),
    ...(disabled === true ? { disabled } : {}),
    ...(children.length === 0 ? {} : { children: children.map(outline) }),
  };
}

const halves = (form: string, first: string, second: string) =>
  [
    ['first', first],
    ['second', second],
  ].map(([name, label]) => ({
    name,
    prefixes: `form, text, password, _${form}_plainPassword_${name}`,
    label,
    attr: { autocomplete: 'new-password' },
  }));

const nobody = { first: null, second: null };

describe('the account forms', () => {
  test('user_register has fields for a name, an address and a repeated password', async () => {
    const { site, place } = forms();
    const answer = await read(site, await place('UserRegisterType'));
    const { vars, children } = viewOf(answer);
    expect(answer.body?.formType).toBe('UserRegisterType');
    expect(vars).toMatchObject({
      name: 'user_register',
      attr: { novalidate: 'novalidate' },
      api_disabled: false,
      realtime_validate_disabled: false,
    });
    expect(vars.action).toBe(`${site.config.server.publicUrl}${String(answer.body?.['@id'])}/submit`);
    expect(vars).not.toHaveProperty('value');
    expect(vars).not.toHaveProperty('post_app_proxy');
    expect(children.map(outline)).toEqual([
      {
        name: 'username',
        prefixes: 'form, text, _user_register_username',
        label: 'Username',
        attr: { placeholder: '', autocomplete: 'username' },
      },
      {
        name: 'emailAddress',
        prefixes: 'form, text, email, _user_register_emailAddress',
        label: 'Email',
        attr: { autocomplete: 'email', placeholder: '' },
      },
      {
        name: 'plainPassword',
        prefixes: 'form, repeated, _user_register_plainPassword',
        value: nobody,
        children: halves('user_register', 'Create Password', 'Repeat Password'),
      },
      {
        name: 'submit',
        prefixes: 'button, submit, _user_register_submit',
        label: 'Register',
        attr: { class: 'button' },
      },
    ]);
    expect(children.map(({ vars: { required } }) => required)).toEqual([true, true, true, undefined]);
    expect(answer.headers.get('cache-control')).not.toContain('no-store');
  });

  test('new_email_address shows the address and the pending change', async () => {
    const { site, place } = forms();
    const { id, username, emailAddress } = await anAccount(site);
    const cookie = await signIn(site, username);
    const path = await place('NewEmailAddressType');
    const shown = await read(site, path, cookie);
    expect(viewOf(shown).vars.name).toBe('new_email_address');
    const fields = viewOf(shown).children;
    expect(fields.map(outline)).toEqual([
      {
        name: 'newEmailAddress',
        prefixes: 'form, text, email, _new_email_address_newEmailAddress',
        label: 'Login Email',
        attr: { autocomplete: 'username email' },
        value: emailAddress,
      },
      {
        name: 'oldPassword',
        prefixes: 'form, text, password, _new_email_address_oldPassword',
        label: 'Current password',
        attr: { autocomplete: 'current-password' },
      },
    ]);
    expect(fields[0]?.vars).not.toHaveProperty('help');
    expect(shown.headers.get('cache-control')).toBe('private, no-store');
    const body = { newEmailAddress: 'next@example.com', oldPassword: PASSWORD };
    const headers = FROM_FRONT_END;
    const changed = await call(site, { method: 'PATCH', path: `/users/${id}`, body, cookie, headers });
    expect(changed.status).toBe(200);
    const pending = viewOf(await read(site, path, cookie)).children[0]?.vars;
    expect(pending).toMatchObject({
      value: emailAddress,
      help:
        'You have requested to change your email to `next@example.com`. ' +
        'Please check your inbox to validate this email address.',
    });
  });

  test('change_password shows the signed-in user its fields', async () => {
    const { site, place } = forms();
    const { username } = await anAccount(site);
    const shown = await read(site, await place('ChangePasswordType'), await signIn(site, username));
    expect(viewOf(shown).vars.name).toBe('change_password');
    expect(viewOf(shown).children.map(outline)).toEqual([
      {
        name: 'username',
        prefixes: 'form, text, _change_password_username',
        attr: { autocomplete: 'username' },
        value: username,
        disabled: true,
      },
      {
        name: 'oldPassword',
        prefixes: 'form, text, password, _change_password_oldPassword',
        label: 'Current password',
        attr: { autocomplete: 'current-password' },
      },
      {
        name: 'plainPassword',
        prefixes: 'form, repeated, _change_password_plainPassword',
        value: nobody,
        children: halves('change_password', 'Password', 'Repeat Password'),
      },
    ]);
    expect(shown.headers.get('cache-control')).toBe('private, no-store');
  });

  test('password_update is prefilled from the query', async () => {
    const { site, place } = forms();
    const path = await place('PasswordUpdateType');
    const shown = await read(site, `${path}?username=alice&token=abc`);
    const { vars, children } = viewOf(shown);
    expect(vars).toMatchObject({
      name: 'password_update',
      attr: { id: 'password_update_form', novalidate: 'novalidate' },
      realtime_validate_disabled: true,
      api_disabled: false,
    });
    expect(children.map(outline)).toEqual([
      {
        name: 'username',
        prefixes: 'form, text, _password_update_username',
        attr: { autocomplete: 'username' },
        value: 'alice',
      },
      {
        name: 'plainNewPasswordConfirmationToken',
        prefixes: 'form, hidden, _password_update_plainNewPasswordConfirmationToken',
        value: 'abc',
      },
      {
        name: 'plainPassword',
        prefixes: 'form, repeated, _password_update_plainPassword',
        value: nobody,
        children: halves('password_update', 'Create Password', 'Repeat Password'),
      },
      { name: 'submit', prefixes: 'button, submit, _password_update_submit', label: 'Login' },
    ]);
    expect(shown.headers.get('cache-control')).toBe('private, no-store');
    const [username, token] = viewOf(await read(site, `${path}?username[]=x`)).children;
    expect([username?.vars.value, token?.vars.value]).toEqual(['', '']);
  });

  test('user_login has no name and submits to the login endpoint', async () => {
    const { site, place } = forms();
    const path = await place('UserLoginType');
    const shown = await read(site, path);
    const { vars, children } = viewOf(shown);
    expect(vars).toMatchObject({
      name: '',
      full_name: '',
      attr: { id: 'login_form' },
      action: '/login',
      api_disabled: true,
      realtime_validate_disabled: true,
    });
    expect(vars.block_prefixes).toContain('user_login');
    expect(children.map(outline)).toEqual([
      { name: 'username', prefixes: 'form, text, _username', label: 'Username' },
      {
        name: 'password',
        prefixes: 'form, text, password, _password',
        label: 'Password',
        attr: { autocomplete: 'current-password' },
      },
      { name: 'submit', prefixes: 'button, submit, _submit', label: 'Login' },
      { name: '_action', prefixes: 'form, hidden, __action', value: '/_api/login' },
    ]);
    for (const { vars: field } of children)
      expect([field.id, field.full_name]).toEqual([field.name, field.name]);
    const body = { username: 'a', password: 'b' };
    for (const method of ['POST', 'PATCH'])
      expect((await call(site, { method, path: `${path}/submit`, body })).status).toBe(404);
  });

  test.each(['NewEmailAddressType', 'ChangePasswordType'])(
    '%s requires a signed-in user',
    async (formType) => {
      const { site, place } = forms();
      const path = await place(formType);
      expect((await read(site, path)).status).toBe(401);
      const body = { new_email_address: {}, change_password: {} };
      for (const method of ['POST', 'PATCH'])
        expect((await call(site, { method, path: `${path}/submit`, body })).status).toBe(401);
      expect((await read(site, '/component/forms')).status).toBe(200);
    },
  );

  test.each([
    'UserRegisterType',
    'NewEmailAddressType',
    'ChangePasswordType',
    'PasswordUpdateType',
    'UserLoginType',
  ])('%s is accepted by its original class name and shown by its own name', async (name) => {
    const { site, admin } = forms();
    const original = `Silverback\\ApiComponentsBundle\\Form\\Type\\User\\${name}`;
    const answer = await placing(site, admin, original);
    expect([answer.status, answer.body?.formType]).toEqual([201, name]);
  });
});

describe('setting formType to a form that creates users', () => {
  const allowing = (name: string) => `Somewhere\\${name}`;

  test('requires permission to create users', async () => {
    const { site, admin, place } = forms();
    // An editor cannot create users.
    const cookie = await signIn(site, (await anAccount(site, { role: 'ROLE_ADMIN' })).username);
    for (const formType of ['UserRegisterType', allowing('UserRegisterType')])
      expect((await placing(site, cookie, formType)).status).toBe(403);
    expect((await placing(site, undefined, 'UserRegisterType')).status).toBe(401);
    expect((await placing(site, cookie, 'JoinType')).status).toBe(403);
    expect((await placing(site, admin, 'JoinType')).status).toBe(201);
    const placed = await placing(site, cookie, 'UserLoginType');
    expect(placed.status).toBe(201);
    const path = `/component/forms/${String(placed.body?.id)}`;
    const patch = (form: string, body: object) => call(site, { method: 'PATCH', path: form, body, cookie });
    expect((await patch(path, { formType: 'UserRegisterType' })).status).toBe(403);
    const other = { formType: 'PasswordUpdateType' };
    expect((await patch(path, other)).status).toBe(200);
    // Other editors can edit a form that an administrator has placed.
    const registration = await place('UserRegisterType');
    expect((await patch(registration, { formType: 'UserRegisterType' })).status).toBe(200);
    expect((await patch(registration, { uiClassNames: ['wide'] })).status).toBe(200);
    expect((await patch(registration, other)).status).toBe(200);
    expect((await patch(registration, { formType: 'UserRegisterType' })).status).toBe(403);
  });
});
