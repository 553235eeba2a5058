import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, storePassword } from './client.js';
import { startAccountSite, type AccountSite } from './support.js';

let site: AccountSite;
beforeAll(async () => {
  site = await startAccountSite();
});
afterAll(() => site.close());

describe('administratorsWith', () => {
  test('names the administrators who can sign in with that password, and no one else', async () => {
    const accounts = [
      ['root', 'admin', 'ROLE_SUPER_ADMIN', true],
      ['editor', 'admin', 'ROLE_ADMIN', true],
      ['careful', 'something else', 'ROLE_SUPER_ADMIN', true],
      ['gone', 'admin', 'ROLE_ADMIN', false],
      ['member', 'admin', 'ROLE_USER', true],
      ['page-admin', 'admin', 'ROLE_PAGE_ADMIN', true],
    ] as const;
    for (const [username, password, role, enabled] of accounts) {
      const emailAddress = `${username}@example.com`;
      const account = { username, emailAddress, password: PASSWORD, role, enabled, overwrite: false };
      const outcome = await site.accounts.createAccount(account);
      if (outcome.kind === 'refused') throw new Error(JSON.stringify(outcome.violations));
      // New accounts can no longer have such a password.
      await storePassword(site, outcome.user.id, password);
    }
    expect([...(await site.accounts.administratorsWith('admin'))].sort()).toEqual(['editor', 'root']);
    expect(await site.accounts.administratorsWith('nobody has this')).toEqual([]);
  });
});
