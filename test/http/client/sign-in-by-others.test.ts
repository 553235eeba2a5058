import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../../generated/client/index.js';
import { signInOf, signInUrl, signOutUrl } from '../../../generated/client/sign-in.js';
import { FRONT_END, openBrowser } from '../openid-connect/browser.js';
import { anAccount, type OpenidSite, PASSWORD, startOpenidSite } from '../openid-connect/site.js';

let site: OpenidSite;
beforeAll(async () => {
  site = await startOpenidSite();
});
afterAll(() => site.close());

describe('single sign-on in the generated client', () => {
  test('lists providers, and links and unlinks the current account', async () => {
    await anAccount(site, 'lena');
    const client = createClient({ baseUrl: site.url });
    await client.login('lena', PASSWORD);
    const own = signInOf(client);
    expect(await own.providers()).toMatchObject([{ name: 'op', label: 'The Provider' }]);
    expect(await own.identities()).toEqual([]);
    expect(new URL(await own.link('op', '/account')).origin).toBe(site.provider.issuer);
    site.provider.people.set('sub-lena', { email: 'lena@example.com', email_verified: true });
    site.provider.who = 'sub-lena';
    const browser = openBrowser();
    const { url } = await browser.visit(signInUrl(site.url, 'op', '/account?tab=1&x=y'));
    expect(url.href).toBe(`${FRONT_END}/account?tab=1&x=y`);
    expect(await own.identities()).toMatchObject([{ provider: 'op' }]);
    await own.unlink('op');
    expect(await own.identities()).toEqual([]);
    const out = await browser.send('GET', signOutUrl(site.url, 'op', '/'));
    expect(out.status).toBe(302);
    expect(await site.nameOf(browser)).toBeUndefined();
  });
});
