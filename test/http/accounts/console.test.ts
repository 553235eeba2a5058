import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callCommand, commandOf } from '../../support/run-command.js';
import { anAccount, call, PASSWORD, signIn } from './client.js';
import { startAccountSite, type AccountSite } from './support.js';

let site: AccountSite;
beforeAll(async () => {
  site = await startAccountSite();
});
afterAll(() => site.close());

/** Runs a command of the feature with command-line arguments; `answers` are typed at its prompts. */
async function run(
  name: string,
  words: readonly string[],
  answers?: readonly string[],
): Promise<{ code: number; printed: string[]; errors: string[]; questions: string[] }> {
  const [printed, errors, questions]: [string[], string[], string[]] = [[], [], []];
  const remaining = [...(answers ?? [])];
  const ask =
    (mark: string) => async (question: string, validate?: (answer: string) => string | undefined) => {
      for (;;) {
        questions.push(mark + question);
        const answer = remaining.shift() ?? '';
        const complaint = validate?.(answer);
        if (complaint === undefined) return answer;
        errors.push(complaint);
      }
    };
  const prompt = { ask: ask(''), askHidden: ask('hidden '), confirm: () => Promise.resolve(false) };
  const code = await callCommand(commandOf(site, name), words, {
    service: site.app,
    prompt: answers === undefined ? undefined : prompt,
    print: (line) => printed.push(line),
    printError: (line) => errors.push(line),
  });
  return { code, printed, errors, questions };
}

const create = (...words: readonly string[]) => run('user:create', words);

describe('user:create', () => {
  test('creates a verified account without a mail', async () => {
    const { code, printed } = await create('carl', 'carl@example.com', PASSWORD);
    expect([code, printed]).toEqual([0, ['Created user: carl']]);
    await expect(signIn(site, 'carl')).resolves.toContain('api_component=');
    expect(site.mail.received).toEqual([]);
  });

  test.each([
    ['pw', 'Your password must be at least 8 characters long.'],
    ['\u{1F511}\u{1F511}\u{1F511}\u{1F511}', 'Your password must be at least 8 characters long.'],
    ['Sunshine', 'This password is too common; it is in lists that attackers try first. Choose another one.'],
  ])('rejects the password %s, and writes nothing', async (password, message) => {
    const { code, printed, errors } = await create('ulf', 'ulf@example.com', password);
    expect([code, printed]).toEqual([1, []]);
    expect(errors).toEqual(['Could not create user: ulf', `plainPassword: ${message}`]);
    expect(await site.accounts.rows.byUsername(site.database, 'ulf')).toBeUndefined();
  });

  test('prompts for missing values; a blank e-mail becomes the username', async () => {
    const { code, errors, questions } = await run(
      'user:create',
      [],
      ['', 'dora@example.com', '', '', PASSWORD],
    );
    expect(code).toBe(0);
    expect(errors).toEqual(['Username can not be empty', 'Password can not be empty']);
    expect(questions).toEqual([
      'Please choose a username:',
      'Please choose a username:',
      'Please choose an email (leave blank to use same as username):',
      'hidden Please choose a password:',
      'hidden Please choose a password:',
    ]);
    const user = await site.accounts.rows.byUsername(site.database, 'dora@example.com');
    expect(user).toMatchObject({ emailAddress: 'dora@example.com', roles: ['ROLE_USER'], enabled: true });
  });

  test('fails without values in a non-interactive run', async () => {
    const { code, errors } = await create('erin');
    expect([code, errors]).toEqual([1, ['Not enough arguments (missing: "email, password").']]);
  });

  test('stores one role, preferring super admin to admin, and disabled accounts', async () => {
    await create('gus', 'gus@example.com', PASSWORD, '--admin', '--super-admin', '--inactive');
    const user = await site.accounts.rows.byUsername(site.database, 'gus');
    expect(user).toMatchObject({ roles: ['ROLE_SUPER_ADMIN'], enabled: false });
  });

  test('prints every violation and writes nothing', async () => {
    await anAccount(site, { username: 'ida' });
    const { code, printed, errors } = await create('Ida', 'nonsense', 'pw');
    expect([code, printed]).toEqual([1, []]);
    expect(errors).toEqual([
      'Could not create user: Ida',
      'username: Sorry, that user already exists in the database.',
      'emailAddress: This value is not a valid email address.',
      'plainPassword: Your password must be at least 8 characters long.',
    ]);
  });

  test('--overwrite overwrites the account with that username and ends its sessions', async () => {
    const { id } = await anAccount(site, { username: 'jon' });
    const other = await anAccount(site);
    const cookie = await signIn(site, 'jon');
    const taken = await create('jon', other.emailAddress, PASSWORD, '--overwrite');
    expect(taken.code).toBe(1);
    const done = await create('jon', 'jon2@example.com', PASSWORD, '--admin', '--overwrite');
    expect([done.code, done.printed]).toEqual([0, ['Created user: jon']]);
    expect(await site.accounts.rows.byId(site.database, id)).toMatchObject({
      emailAddress: 'jon2@example.com',
      roles: ['ROLE_ADMIN'],
    });
    expect((await call(site, { method: 'GET', path: '/me', cookie })).status).toBe(401);
  });
});

describe('refresh-tokens:expire', () => {
  async function expire(user: string | undefined, field = 'username'): Promise<[number, string[]]> {
    const words = user === undefined ? [] : [user];
    const { code, printed, errors } = await run('refresh-tokens:expire', [...words, '--field', field]);
    return [code, [...printed, ...errors]];
  }

  test('ends the sessions of one user immediately', async () => {
    const [user, other] = [await anAccount(site), await anAccount(site)];
    const [cookie, otherCookie] = [await signIn(site, user.username), await signIn(site, other.username)];
    const name = user.username.toUpperCase();
    expect(await expire(name)).toEqual([0, [`RefreshTokens for user ${name} successfully expired.`]]);
    expect((await call(site, { method: 'GET', path: '/me', cookie })).body).toEqual({
      code: 401,
      message: 'Expired JWT Token',
    });
    expect((await call(site, { method: 'GET', path: '/me', cookie: otherCookie })).status).toBe(200);
  });

  test('does not match an address with the field username', async () => {
    const { emailAddress } = await anAccount(site);
    expect(await expire(emailAddress)).toEqual([1, [`User with username "${emailAddress}" not found.`]]);
    expect((await expire(emailAddress, 'emailAddress'))[0]).toBe(0);
  });

  test('rejects another field, and a value that matches two users', async () => {
    expect(await expire(undefined, 'id')).toEqual([
      1,
      ['The field "id" is not supported. Use one of: username, emailAddress.'],
    ]);
    await create('first', 'first@example.com', PASSWORD);
    await create('second', 'both@example.com', PASSWORD);
    // Names and addresses were separate in earlier releases.
    await site.database.transaction((transaction) =>
      transaction.run(
        `update ${site.database.table('user')} set username_canonical = :name where username = 'first'`,
        { name: 'both@example.com' },
      ),
    );
    const cookie = await signIn(site, 'second');
    for (const field of ['username', 'emailAddress']) {
      const [code, lines] = await expire('both@example.com', field);
      expect([code, lines[0]]).toEqual([
        1,
        expect.stringMatching(/^More than one user matches "both@example\.com"/),
      ]);
    }
    expect((await call(site, { method: 'GET', path: '/me', cookie })).status).toBe(200);
  });

  test('ends all sessions without a value', async () => {
    const cookie = await signIn(site, (await anAccount(site)).username);
    expect(await expire(undefined)).toEqual([0, ['RefreshTokens for all users successfully expired.']]);
    expect((await call(site, { method: 'GET', path: '/me', cookie })).status).toBe(401);
  });
});
