import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { anAccount, type Answer, call, FROM_FRONT_END, linkTo, PASSWORD, signIn, tokenOf } from './client.js';
import { check, errorsOf, placing, send } from './form-support.js';
import { type AccountSite, startAccountSite } from './support.js';

const WRONG = 'You have not entered your current password correctly. Please try again.';
const REFUSED = [{ propertyPath: 'oldPassword', message: WRONG }];

let site: AccountSite;
beforeAll(async () => {
  site = await startAccountSite();
});
afterAll(() => site.close());
afterEach(() => {
  site.mail.refusal = null;
  site.mail.delayMs = 0;
});

let count = 0;
const anAddress = (): string => `next${(count += 1)}@example.com`;

/** Creates a signed-in user with functions to change the account and to read its stored state. */
async function somebody(role = 'ROLE_USER') {
  const account = await anAccount(site, { role });
  const cookie = await signIn(site, account.username);
  const row = async () => {
    const found = await site.accounts.rows.byId(site.database, account.id);
    if (found === undefined) throw new Error('the account is gone');
    return found;
  };
  const patch = (body: object, headers: Record<string, string> = FROM_FRONT_END, id = account.id) =>
    call(site, { method: 'PATCH', path: `/users/${id}`, body, cookie, headers });
  return { ...account, cookie, row, patch };
}

const violationsOf = ({ body }: Answer): unknown => body?.violations;
const mailsTo = (address: string) => site.mail.received.filter(({ to }) => to.includes(address));

describe('a new e-mail address by PATCH', () => {
  test.each([[undefined], [''], [null], ['wrong']])(
    'is rejected with the password %j',
    async (oldPassword) => {
      const { patch, row, emailAddress } = await somebody();
      const newEmailAddress = anAddress();
      const answer = await patch({ newEmailAddress, oldPassword });
      expect([answer.status, violationsOf(answer)]).toMatchObject([422, REFUSED]);
      expect((await row()).newEmailAddress).toBeNull();
      expect([...mailsTo(newEmailAddress), ...mailsTo(emailAddress)]).toEqual([]);
    },
  );

  test('is stored with the password, and its link works', async () => {
    const { patch, row, username } = await somebody();
    const newEmailAddress = anAddress();
    const answer = await patch({ newEmailAddress, oldPassword: PASSWORD });
    expect([answer.status, answer.body?.newEmailAddress]).toEqual([200, newEmailAddress]);
    expect(mailsTo(newEmailAddress)).toHaveLength(1);
    const token = tokenOf(linkTo(site, newEmailAddress));
    const path = `/confirm-email/${username}/${newEmailAddress}/${token}`;
    expect((await call(site, { method: 'GET', path })).status).toBe(200);
    expect(await row()).toMatchObject({ emailAddress: newEmailAddress, newEmailAddress: null });
  });

  test('is rejected together with all other violations', async () => {
    const { patch } = await somebody();
    const answer = await patch({ newEmailAddress: 'nowhere', plainPassword: 'short' });
    expect(violationsOf(answer)).toMatchObject([
      { propertyPath: 'plainPassword' },
      { propertyPath: 'oldPassword', message: WRONG },
      { propertyPath: 'newEmailAddress' },
    ]);
  });

  test('requires no password if it is null or the stored one', async () => {
    const { patch, row } = await somebody();
    const newEmailAddress = anAddress();
    await patch({ newEmailAddress, oldPassword: PASSWORD });
    const again = await patch({ newEmailAddress });
    expect([again.status, again.body?.newEmailAddress]).toEqual([200, newEmailAddress]);
    expect(mailsTo(newEmailAddress)).toHaveLength(1);
    const cancelled = await patch({ newEmailAddress: null });
    expect(cancelled.status).toBe(200);
    expect(await row()).toMatchObject({ newEmailAddress: null, newEmailConfirmationToken: null });
  });

  test('a super administrator sends their own password, not that of the account', async () => {
    const admin = await somebody('ROLE_SUPER_ADMIN');
    const other = await somebody();
    await other.patch({ plainPassword: 'the password of the other', oldPassword: PASSWORD });
    const newEmailAddress = anAddress();
    for (const oldPassword of [undefined, 'the password of the other']) {
      const refused = await admin.patch({ newEmailAddress, oldPassword }, FROM_FRONT_END, other.id);
      expect([refused.status, violationsOf(refused)]).toMatchObject([422, REFUSED]);
    }
    const answer = await admin.patch({ newEmailAddress, oldPassword: PASSWORD }, FROM_FRONT_END, other.id);
    expect([answer.status, answer.body?.newEmailAddress]).toEqual([200, newEmailAddress]);
  });

  test('a user who is impersonating another one sends their own password', async () => {
    const admin = await somebody('ROLE_SUPER_ADMIN');
    const other = await somebody();
    await other.patch({ plainPassword: 'the password of the other', oldPassword: PASSWORD });
    const change = (oldPassword: string): Promise<Answer> =>
      call(site, {
        method: 'PATCH',
        path: `/users/${other.id}?_switch_user=${other.username}`,
        body: { newEmailAddress: anAddress(), oldPassword },
        cookie: admin.cookie,
        headers: FROM_FRONT_END,
      });
    expect(violationsOf(await change('the password of the other'))).toMatchObject(REFUSED);
    expect((await change(PASSWORD)).status).toBe(200);
  });

  test('wrong passwords count towards the same limit as password changes', async () => {
    const { patch, row } = await somebody();
    const statuses: number[] = [];
    for (let index = 0; index < 12; index += 1) {
      const change = index % 2 === 0 ? { newEmailAddress: anAddress() } : { plainPassword: 'brand new one' };
      statuses.push((await patch({ ...change, oldPassword: `guess ${index}` })).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(422), 429, 429]);
    const late = await patch({ newEmailAddress: anAddress(), oldPassword: PASSWORD });
    expect(late.status).toBe(429);
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await row()).newEmailAddress).toBeNull();
  });

  test('a new account gets the requested address without a password', async () => {
    const admin = await somebody('ROLE_SUPER_ADMIN');
    const body = {
      ...{ username: `made${(count += 1)}`, emailAddress: anAddress(), newEmailAddress: anAddress() },
      plainPassword: 'long enough',
    };
    const answer = await call(site, {
      ...{ method: 'POST', path: '/users', body, cookie: admin.cookie, headers: FROM_FRONT_END },
    });
    expect(answer.status).toBe(201);
    expect(answer.body).not.toHaveProperty('newEmailAddress');
    expect(mailsTo(body.newEmailAddress)).toEqual([]);
  });

  test('a repeated request with an Idempotency-Key sends another mail only for another address', async () => {
    const { patch } = await somebody();
    const newEmailAddress = anAddress();
    const headers = { ...FROM_FRONT_END, 'Idempotency-Key': 'key-of-a-new-address' };
    const answers = [
      await patch({ newEmailAddress, oldPassword: PASSWORD }, headers),
      await patch({ newEmailAddress, oldPassword: PASSWORD }, headers),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(mailsTo(newEmailAddress)).toHaveLength(1);
  });

  test('cannot be part of a batch', async () => {
    const { cookie, id, row } = await somebody();
    const path = `/users/${id}`;
    const body = { newEmailAddress: anAddress(), oldPassword: PASSWORD };
    const operations = [{ id: 'a', method: 'PATCH', path, body }];
    const answer = await call(site, {
      ...{ method: 'POST', path: '/_/batch', body: { operations }, cookie, headers: FROM_FRONT_END },
    });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect((await row()).newEmailAddress).toBeNull();
  });
});

describe('a link that cannot be sent', () => {
  const all = { plainPassword: 'brand new one', oldPassword: PASSWORD };

  test('results in 503, saves nothing of the request and sends no notice', async () => {
    const { patch, row, emailAddress, username, cookie } = await somebody();
    const elsewhere = await signIn(site, username);
    const before = await row();
    const newEmailAddress = anAddress();
    site.mail.refusal = 'no thanks';
    const answer = await patch({ ...all, newEmailAddress });
    site.mail.refusal = null;
    expect(answer.status).toBe(503);
    expect(await row()).toEqual(before);
    expect(mailsTo(emailAddress)).toEqual([]);
    for (const session of [cookie, elsewhere])
      expect((await call(site, { method: 'GET', path: '/me', cookie: session })).status).toBe(200);
    // The claim was released, so the next attempt does not wait.
    expect((await patch({ newEmailAddress, oldPassword: PASSWORD })).status).toBe(200);
  });

  test.each<[string, Record<string, string>]>([
    ['none', {}],
    ['a foreign origin', { Referer: 'https://evil.example/' }],
  ])('results in 400 for the origin, saves nothing and sends no mail: %s', async (_what, headers) => {
    const { patch, row, emailAddress } = await somebody();
    const before = await row();
    const newEmailAddress = anAddress();
    const answer = await patch({ ...all, newEmailAddress }, headers);
    expect(answer.status).toBe(400);
    expect(await row()).toEqual(before);
    expect([...mailsTo(newEmailAddress), ...mailsTo(emailAddress)]).toEqual([]);
  });

  test('keeps an earlier pending address and its link', async () => {
    const { patch, row, username } = await somebody();
    const earlier = anAddress();
    await patch({ newEmailAddress: earlier, oldPassword: PASSWORD });
    site.mail.refusal = 'no thanks';
    expect((await patch({ newEmailAddress: anAddress(), oldPassword: PASSWORD })).status).toBe(503);
    site.mail.refusal = null;
    const token = tokenOf(linkTo(site, earlier));
    const path = `/confirm-email/${username}/${earlier}/${token}`;
    expect((await call(site, { method: 'GET', path })).status).toBe(200);
    expect((await row()).emailAddress).toBe(earlier);
  });

  test('a rejected write sends no link', async () => {
    const { patch, row } = await somebody();
    const other = await anAccount(site);
    const newEmailAddress = anAddress();
    const stale = await patch(
      { newEmailAddress, oldPassword: PASSWORD },
      { ...FROM_FRONT_END, 'If-Match': '"99-x"' },
    );
    expect(stale.status).toBe(412);
    expect(mailsTo(newEmailAddress)).toEqual([]);
    expect((await patch({ newEmailAddress: other.emailAddress, oldPassword: PASSWORD })).status).toBe(422);
    expect(mailsTo(other.emailAddress)).toEqual([]);
    expect((await row()).newEmailAddress).toBeNull();
  });

  test('two simultaneous requests send one link, which works', async () => {
    const { patch, row, username } = await somebody();
    const newEmailAddress = anAddress();
    site.mail.delayMs = 150;
    const body = { newEmailAddress, oldPassword: PASSWORD };
    const answers = await Promise.all([patch(body), patch(body)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429]);
    expect(mailsTo(newEmailAddress)).toHaveLength(1);
    const path = `/confirm-email/${username}/${newEmailAddress}/${tokenOf(linkTo(site, newEmailAddress))}`;
    expect((await call(site, { method: 'GET', path })).status).toBe(200);
    expect((await row()).emailAddress).toBe(newEmailAddress);
  });
});

describe('the form new_email_address', () => {
  let form: string;
  beforeAll(async () => {
    const { cookie } = await somebody('ROLE_SUPER_ADMIN');
    form = String((await placing(site, cookie, 'NewEmailAddressType')).body?.['@id']).replace('/_api', '');
  });
  const body = (fields: object) => ({ new_email_address: fields });

  test.each([[undefined], [''], ['wrong']])('is rejected with the password %j', async (oldPassword) => {
    const { cookie, row } = await somebody();
    const fields = body({ newEmailAddress: anAddress(), oldPassword });
    const answer = await send(site, { form, cookie, body: fields });
    expect([answer.status, errorsOf(answer)]).toEqual([422, { '1': [WRONG] }]);
    expect((await row()).newEmailAddress).toBeNull();
  });

  test('a check validates the password only if it is sent', async () => {
    const { cookie } = await somebody();
    const ask = (fields: object) => check(site, { form, cookie, body: body(fields) });
    expect((await ask({ newEmailAddress: anAddress() })).status).toBe(200);
    expect((await ask({ oldPassword: '' })).status).toBe(200);
    expect(errorsOf(await ask({ oldPassword: 'wrong' }))).toEqual({ '1': [WRONG] });
    expect((await ask({ newEmailAddress: anAddress(), oldPassword: PASSWORD })).status).toBe(200);
  });

  test('stores the address with the password, and requires none for the stored address or null', async () => {
    const { cookie, row } = await somebody();
    const newEmailAddress = anAddress();
    const sent = (fields: object) => send(site, { form, cookie, body: body(fields) });
    expect((await sent({ newEmailAddress, oldPassword: PASSWORD })).status).toBe(201);
    expect((await row()).newEmailAddress).toBe(newEmailAddress);
    expect((await sent({ newEmailAddress })).status).toBe(201);
    expect((await row()).newEmailAddress).toBe(newEmailAddress);
    expect(mailsTo(newEmailAddress)).toHaveLength(1);
    expect((await sent({})).status).toBe(201);
    expect((await row()).newEmailAddress).toBeNull();
  });

  test('responds with 503 and saves nothing if the mail is rejected', async () => {
    const { cookie, row, emailAddress } = await somebody();
    const before = await row();
    site.mail.refusal = 'no thanks';
    const fields = body({ newEmailAddress: anAddress(), oldPassword: PASSWORD });
    const answer = await send(site, { form, cookie, body: fields });
    expect(answer.status).toBe(503);
    expect(await row()).toEqual(before);
    expect(mailsTo(emailAddress)).toEqual([]);
  });
});
