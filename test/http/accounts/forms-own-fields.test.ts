import { beforeEach, describe, expect, test } from 'vitest';
import type { UserExtension } from '../../../runtime/kernel/contract/schema/manifest.js';
import { notBlank } from '../../../runtime/kernel/validation/constraints/index.js';
import { anAccount, PASSWORD, signIn } from './client.js';
import { check, errorsOf, send, twice, useFormsSite } from './form-support.js';

const nickname = {
  kind: 'scalar',
  readable: true,
  writable: true,
  nullable: true,
  name: 'nickname',
} as const;

/** Whether the nickname is required. */
let isRequested = false;
beforeEach(() => {
  isRequested = false;
});

const extension: UserExtension = {
  fields: [{ ...nickname, column: 'nickname', type: 'string', accepts: ['string'] }],
  attributes: {},
  validate(value, { violations }) {
    if (!isRequested) return;
    const message = 'Please choose a nickname.';
    notBlank({ violations, path: 'nickname', value: value.nickname }, { message });
  },
};

const forms = useFormsSite({ extension });

describe('a user without a value for a required custom field', () => {
  test('sees the error at the form, because the form has no such field', async () => {
    const { site, place } = forms();
    const form = await place('UserRegisterType');
    isRequested = true;
    const fields = { username: 'kim', emailAddress: 'kim@example.com', plainPassword: twice(PASSWORD) };
    const sent = await send(site, { form, body: { user_register: fields } });
    expect([sent.status, errorsOf(sent)]).toEqual([422, { form: ['Please choose a nickname.'] }]);
    expect(await site.accounts.rows.byUsername(site.database, 'kim')).toBeUndefined();
    expect((await check(site, { form, body: { user_register: fields } })).status).toBe(200);
  });

  test('can still change password and address, because the forms validate only their own fields', async () => {
    const { site, place } = forms();
    const { emailAddress, username } = await anAccount(site);
    const cookie = await signIn(site, username);
    isRequested = true;
    const address = { new_email_address: { newEmailAddress: `next-${emailAddress}`, oldPassword: PASSWORD } };
    const password = { change_password: { oldPassword: PASSWORD, plainPassword: twice('battery staple') } };
    for (const [formType, body] of [
      ['NewEmailAddressType', address],
      ['ChangePasswordType', password],
    ] as const) {
      const answer = await send(site, { form: await place(formType), body, cookie });
      expect(answer.status, answer.text).toBe(201);
    }
  });
});
