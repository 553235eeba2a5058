import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PasswordHasher } from '../../../runtime/kernel/ports/password-hasher.js';
import { createPasswordHasher } from '../../../runtime/features/accounts/authentication/index.js';
import { anAccount, call, PASSWORD, signIn } from './client.js';
import { startAccountSite, type AccountSite } from './support.js';

let site: AccountSite;
const verified: (string | null)[] = [];

/** Creates the real hasher and records its calls. */
function watchedHasher(): PasswordHasher {
  const hasher = createPasswordHasher();
  return {
    ...hasher,
    verify(stored, plain) {
      verified.push(stored);
      return hasher.verify(stored, plain);
    },
  };
}

async function storePassword(id: string, password: string): Promise<void> {
  const { database } = site;
  const sql = `update ${database.table('user')} set password = :password where id = :id`;
  await database.transaction((session) => session.run(sql, { id, password }));
}

beforeAll(async () => {
  site = await startAccountSite({ hasher: watchedHasher() });
});
afterAll(() => site.close());

describe('POST /login', () => {
  test('verifies one password, even for an unknown user', async () => {
    const { username } = await anAccount(site);
    for (const name of [username, 'nobody', 'x'.repeat(5000)]) {
      verified.length = 0;
      await call(site, { method: 'POST', path: '/login', body: { username: name, password: 'wrong' } });
      expect(verified).toHaveLength(1);
    }
    expect(verified).toEqual([null]);
  });

  test('replaces a hash with weaker parameters', async () => {
    const { id, username } = await anAccount(site);
    const weak = await hash(PASSWORD, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    await storePassword(id, weak);
    const cookie = await signIn(site, username);
    expect((await call(site, { method: 'GET', path: '/me', cookie })).status).toBe(200);
    const stored = (await site.accounts.rows.byId(site.database, id))?.password;
    expect(stored).toContain('m=19456,t=2,p=1');
    await expect(signIn(site, username)).resolves.toContain('api_component=');
  });

  test('accepts a password in every Unicode form, and replaces a hash of the raw form', async () => {
    const { id, username } = await anAccount(site);
    const typed = 'correct horse cafe\u0301 \ufb01';
    const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
    const store = (password: string): Promise<void> => storePassword(id, password);
    const earlier = await hash(typed, parameters);
    await store(earlier);
    const statusOf = async (password: string): Promise<number> =>
      (await call(site, { method: 'POST', path: '/login', body: { username, password } })).status;
    expect(await statusOf(typed.normalize('NFKC'))).toBe(401);
    expect(await statusOf(typed)).toBeLessThan(300);
    expect((await site.accounts.rows.byId(site.database, id))?.password).not.toBe(earlier);
    for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'])
      expect(await statusOf(typed.normalize(form))).toBeLessThan(300);
    expect(await statusOf(`${typed}!`)).toBe(401);
  });
});
