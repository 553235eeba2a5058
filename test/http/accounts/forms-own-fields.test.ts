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

/** Whether users must have a nickname by now. */
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

describe('a user whom the application asks for more than the forms of accounts do', () => {
  test('is told of it at the form, which has no such field', async () => {
    const { site, place } = forms();
    const form = await place('UserRegisterType');
    isRequested = true;
    const fields = { username: 'kim', emailAddress: 'kim@example.com', plainPassword: twice(PASSWORD) };
    const sent = await send(site, { form, body: { user_register: fields } });
    expect([sent.status, errorsOf(sent)]).toEqual([422, { form: ['Please choose a nickname.'] }]);
    expect(await site.accounts.rows.byUsername(site.database, 'kim')).toBeUndefined();
    expect((await check(site, { form, body: { user_register: fields } })).status).toBe(200);
  });

  test('changes password and address all the same: the forms judge what they change', async () => {
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
