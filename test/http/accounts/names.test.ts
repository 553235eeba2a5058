import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canonical } from '../../../runtime/features/accounts/authentication/index.js';
import { anAccount, call, FROM_FRONT_END, linkTo, PASSWORD, signIn, tokenOf, type Answer } from './client.js';
import { startAccountSite, type AccountSite } from './support.js';

const USERNAME_TAKEN = 'Sorry, that user already exists in the database.';
const ADDRESS_TAKEN = 'Sorry, that email address already exists in the database.';
const PENDING_TAKEN = 'Someone else is already registered with that email address.';
const UNSEEN = 'This value should not contain control or invisible characters.';
const OUTER_SPACE = 'This value should not begin or end with white space.';

let site: AccountSite;
let superAdmin: string;
beforeAll(async () => {
  site = await startAccountSite();
  const { username } = await anAccount(site, { role: 'ROLE_SUPER_ADMIN', username: 'root' });
  superAdmin = await signIn(site, username);
});
afterAll(() => site.close());

const aName = (): string => `n${randomUUID()}`;
const anAddress = (): string => `${aName()}@example.com`;

const post = (body: object): Promise<Answer> =>
  call(site, {
    method: 'POST',
    path: '/users',
    body: { username: aName(), emailAddress: anAddress(), plainPassword: 'long enough', ...body },
    cookie: superAdmin,
    headers: FROM_FRONT_END,
  });
const patch = (id: string, body: object, cookie = superAdmin): Promise<Answer> =>
  call(site, { method: 'PATCH', path: `/users/${id}`, body, cookie, headers: FROM_FRONT_END });

const violationsOf = ({ body }: Answer): unknown => body?.violations;
const refusal = (propertyPath: string, message: string) => [
  expect.objectContaining({ propertyPath, message }),
];

/** Creates a user who wants to change their address to `address`. */
async function aMover(address: string): Promise<{ id: string; username: string }> {
  const user = await anAccount(site, { username: aName() });
  const answer = await patch(
    user.id,
    { newEmailAddress: address, oldPassword: PASSWORD },
    await signIn(site, user.username),
  );
  expect(answer.status).toBe(200);
  return user;
}

describe('usernames and addresses', () => {
  test('a username cannot be the address of another user, in any spelling', async () => {
    const { emailAddress } = await anAccount(site, { username: aName() });
    const spellings = [emailAddress, emailAddress.toUpperCase(), emailAddress.replace('@', '＠')];
    for (const username of spellings)
      expect(violationsOf(await post({ username }))).toEqual(refusal('username', USERNAME_TAKEN));
    const { id } = await anAccount(site, { username: aName() });
    expect(violationsOf(await patch(id, { username: emailAddress }))).toEqual(
      refusal('username', USERNAME_TAKEN),
    );
  });

  test('an address cannot be the username of another user, in any spelling', async () => {
    const username = anAddress();
    expect((await post({ username })).status).toBe(201);
    for (const emailAddress of [username, username.toUpperCase()])
      expect(violationsOf(await post({ emailAddress }))).toEqual(refusal('emailAddress', ADDRESS_TAKEN));
    const { id, username: other } = await anAccount(site, { username: aName() });
    const changed = await patch(id, { emailAddress: username });
    expect(violationsOf(changed)).toEqual(refusal('emailAddress', ADDRESS_TAKEN));
    const pending = await patch(
      id,
      { newEmailAddress: username, oldPassword: PASSWORD },
      await signIn(site, other),
    );
    expect(violationsOf(pending)).toEqual(refusal('newEmailAddress', PENDING_TAKEN));
  });

  test('a username cannot be a pending address', async () => {
    const address = anAddress();
    const mover = await aMover(address);
    expect(violationsOf(await post({ username: address }))).toEqual(refusal('username', USERNAME_TAKEN));
    await patch(mover.id, { newEmailAddress: null }, await signIn(site, mover.username));
    expect((await post({ username: address })).status).toBe(201);
  });

  test('an address that is only pending for another user is still free', async () => {
    const address = anAddress();
    const mover = await aMover(address);
    const token = tokenOf(linkTo(site, address));
    expect((await post({ emailAddress: address })).status).toBe(201);
    const confirmed = await call(site, {
      method: 'GET',
      path: `/confirm-email/${mover.username}/${address}/${token}`,
    });
    expect(confirmed.status).toBe(401);
  });

  test('a user can have the same text as username and address', async () => {
    const address = anAddress();
    const answer = await post({ username: address, emailAddress: address.toUpperCase() });
    expect(answer.status).toBe(201);
    const { id } = (await site.accounts.rows.byUsername(site.database, address))!;
    expect((await patch(id, { username: address.toUpperCase() })).status).toBe(200);
  });

  test('usernames that differ only in compatibility forms or case are equal', async () => {
    const name = aName();
    expect((await post({ username: `ﬁ${name}` })).status).toBe(201);
    for (const username of [`fi${name}`, `FI${name}`, `ｆi${name}`])
      expect(violationsOf(await post({ username }))).toEqual(refusal('username', USERNAME_TAKEN));
  });

  test('accounts created by the console and scaffolds follow the same rules', async () => {
    const { emailAddress, username } = await anAccount(site, { username: anAddress().slice(0, 20) });
    const account = { password: PASSWORD, role: 'ROLE_USER', enabled: true, overwrite: false };
    const byName = await site.accounts.createAccount({
      ...account,
      username: emailAddress,
      emailAddress: anAddress(),
    });
    expect(byName).toMatchObject({ kind: 'refused', violations: refusal('username', USERNAME_TAKEN) });
    const overwritten = await site.accounts.createAccount({
      ...account,
      username,
      emailAddress,
      overwrite: true,
    });
    expect(overwritten.kind).toBe('overwritten');
  });

  test('a user whose stored name is the address of another user can still change other fields', async () => {
    const [squatter, owner] = [await anAccount(site, { username: aName() }), await anAccount(site)];
    await site.database.transaction((transaction) =>
      transaction.run(
        `update ${site.database.table('user')} set username = :name, username_canonical = :name where username = :old`,
        { name: owner.emailAddress, old: squatter.username },
      ),
    );
    for (const { id } of [squatter, owner]) expect((await patch(id, { enabled: true })).status).toBe(200);
    // Until then the owner of the address keeps it.
    const squatted = (await site.accounts.rows.byId(site.database, squatter.id))!.username;
    expect((await site.accounts.rows.byIdentifier(site.database, squatted))?.id).toBe(owner.id);
    expect((await patch(squatter.id, { username: aName() })).status).toBe(200);
    expect((await patch(squatter.id, { username: owner.emailAddress })).status).toBe(422);
  });

  test('a username stored before compatibility normalization still signs in', async () => {
    const [name, previous] = [aName(), `ﬁ${randomUUID()}`];
    await anAccount(site, { username: name });
    await site.database.transaction((transaction) =>
      transaction.run(
        `update ${site.database.table('user')} set username = :previous, username_canonical = :previous where username = :name`,
        { name, previous },
      ),
    );
    await expect(signIn(site, previous)).resolves.toContain('api_component=');
    expect(violationsOf(await post({ username: previous }))).toEqual(refusal('username', USERNAME_TAKEN));
  });
});

describe('a new username', () => {
  test.each([
    ['a zero-width space', 'al\u200Bice', UNSEEN],
    ['a soft hyphen', 'al\u00ADice', UNSEEN],
    ['a bidirectional control character', 'al\u202Eice', UNSEEN],
    ['a byte order mark', 'al\uFEFFice', UNSEEN],
    ['a Hangul filler', 'al\u3164ice', UNSEEN],
    ['a variation selector', 'alice\uFE0F', UNSEEN],
    ['a Braille blank', 'al\u2800ice', UNSEEN],
    ['a line separator', 'al\u2028ice', UNSEEN],
    ['a tab', 'al\tice', UNSEEN],
    ['a leading space', ' alice', OUTER_SPACE],
    ['a trailing space', 'alice ', OUTER_SPACE],
    ['a trailing ideographic space', 'alice\u3000', OUTER_SPACE],
  ])('is rejected with %s', async (_name, username, message) => {
    const answer = await post({ username });
    expect([answer.status, violationsOf(answer)]).toEqual([422, refusal('username', message)]);
    const { id } = await anAccount(site, { username: aName() });
    expect((await patch(id, { username })).status).toBe(422);
  });

  test.each(['al\u0000ice', 'al\uD800ice', 'al\u200Bice'])(
    'is rejected by the console: %j',
    async (username) => {
      const outcome = await site.accounts.createAccount({
        username,
        emailAddress: anAddress(),
        password: PASSWORD,
        role: 'ROLE_USER',
        enabled: true,
        overwrite: false,
      });
      expect(outcome).toMatchObject({ kind: 'refused', violations: refusal('username', UNSEEN) });
    },
  );

  test('has the length of its normalized form', async () => {
    const answer = await post({ username: '\uFDFA'.repeat(15) });
    expect([answer.status, violationsOf(answer)]).toEqual([
      422,
      [
        expect.objectContaining({
          propertyPath: 'username',
          message: expect.stringContaining('255') as string,
        }),
      ],
    ]);
  });

  test.each(['Zoë Müller', 'O’Neill', '李小龙', 'مريم', '👩‍🚀'.replace('\u200D', ''), 'a b'])(
    'can be %s',
    async (word) => {
      expect((await post({ username: `${word} ${aName()}` })).status).toBe(201);
    },
  );

  test('has one normalized form, however often it is normalized', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (text) => {
        const once = canonical(text);
        expect(canonical(once)).toBe(once);
        for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD']) expect(canonical(text.normalize(form))).toBe(once);
      }),
    );
  });
});

describe('parallel writes of one text by different users', () => {
  const ROUNDS = 8;

  /** Runs all writes at once and returns how many were stored. */
  async function stored(writes: readonly (() => Promise<Answer | { kind: string }>)[]): Promise<number> {
    const answers = await Promise.all(writes.map((write) => write()));
    const outcomes = answers.map((answer) => ('kind' in answer ? answer.kind : answer.status));
    const allowed: readonly unknown[] = [200, 201, 401, 422, 'created', 'refused'];
    expect(outcomes.filter((outcome) => !allowed.includes(outcome))).toEqual([]);
    return outcomes.filter((outcome) => outcome === 200 || outcome === 201 || outcome === 'created').length;
  }

  test('one user gets it, as username or address of a new account', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const text = anAddress();
      const account = { password: PASSWORD, role: 'ROLE_USER', enabled: true, overwrite: false };
      const count = await stored([
        () => post({ username: text }),
        () => post({ emailAddress: text }),
        () => post({ username: text.toUpperCase() }),
        () =>
          site.accounts.createAccount({ ...account, username: aName(), emailAddress: text.toUpperCase() }),
      ]);
      expect(count).toBe(1);
    }
  });

  test('one user gets it when existing users change to it', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const text = anAddress();
      const users = await Promise.all([1, 2, 3].map(() => anAccount(site, { username: aName() })));
      const [first = '', second = '', third = ''] = users.map(({ id }) => id);
      const count = await stored([
        () => patch(first, { username: text }),
        () => patch(second, { emailAddress: text }),
        () => patch(third, { newEmailAddress: text, oldPassword: PASSWORD }),
      ]);
      // A pending address yields to an address, not to a username.
      const holders = await site.accounts.rows.holdersOf(site.database, [text]);
      const named = holders.filter(({ username }) => canonical(username) === text);
      expect(holders.length).toBe(count);
      if (named.length > 0) expect(holders).toHaveLength(1);
      expect(count).toBeGreaterThan(0);
    }
  });

  test('one user gets it, as a confirmed address or the username of a new account', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const text = anAddress();
      const mover = await aMover(text);
      const token = tokenOf(linkTo(site, text));
      // Others no longer see the expired request, but its link is still valid.
      await site.database.transaction((transaction) =>
        transaction.run(
          `update ${site.database.table('user')} set new_email_canonical = null where username = :name`,
          { name: mover.username },
        ),
      );
      const count = await stored([
        () => call(site, { method: 'GET', path: `/confirm-email/${mover.username}/${text}/${token}` }),
        () => post({ username: text }),
      ]);
      expect(count).toBe(1);
    }
  });
});
