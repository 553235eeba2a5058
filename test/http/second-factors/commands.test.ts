import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callCommand, commandOf, runCommand } from '../../support/run-command.js';
import { anAccount } from '../accounts/client.js';
import type { AccountSite } from '../accounts/support.js';
import { requestedOf, codeNow, logIn, post, request, startSite, withApp } from './site.js';

let site: AccountSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

describe('cms user:reset-mfa', () => {
  test('removes the factors of the given user, ends sessions and tickets, and does not affect others', async () => {
    const [one, other] = [await anAccount(site), await anAccount(site)];
    const { cookie, secret } = await withApp(site, one.username);
    const ofOther = await withApp(site, other.username);
    const { ticket } = requestedOf(await logIn(site, one.username));
    expect(await runCommand(site, 'user:reset-mfa', [one.username])).toEqual([
      `Removed the second factors of ${one.username} and ended all sessions.`,
    ]);
    expect((await request(site, 'GET /me', { cookie })).status).toBe(401);
    const late = await post(site, '/login/second_factor', { body: { ticket, code: codeNow(site, secret) } });
    expect(late.status).toBe(401);
    expect((await logIn(site, one.username)).status).toBe(204);
    expect((await request(site, 'GET /me', { cookie: ofOther.cookie })).status).toBe(200);
    expect(requestedOf(await logIn(site, other.username)).methods).toEqual(['totp', 'recovery_code']);
  });

  test('also ends the sessions of a user without factors', async () => {
    const { username } = await anAccount(site);
    expect(await runCommand(site, 'user:reset-mfa', [username])).toHaveLength(1);
    expect((await logIn(site, username)).status).toBe(204);
  });

  test('reports an unknown user', async () => {
    const complaints: string[] = [];
    const code = await callCommand(commandOf(site, 'user:reset-mfa'), ['nobody'], {
      service: site.app,
      print: (line) => void complaints.push(`printed ${line}`),
      printError: (line) => void complaints.push(line),
    });
    expect([code, complaints]).toEqual([1, ['No user has the username "nobody".']]);
  });
});
