import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startMailServer, type TestMailServer } from '../accounts/mail-server.js';
import { openBrowser } from './browser.js';
import { anAccount, type OpenidSite, startOpenidSite } from './site.js';

const JSON_LD = { accept: 'application/ld+json' };
let mail: TestMailServer;
let site: OpenidSite;
beforeAll(async () => {
  mail = await startMailServer();
  site = await startOpenidSite({ provider: { sign_up: 'anybody' }, env: { MAILER_DSN: mail.dsn } });
});
afterAll(async () => {
  await site.close();
  await mail.close();
});

const mailsTo = (name: string): readonly string[] =>
  mail.received
    .filter(({ to, email }) => to.includes(`${name}@example.com`) && /security/.test(email.subject ?? ''))
    .map(({ email }) => email.text ?? '');

const vouchFor = (name: string): string => {
  site.provider.people.set(`sub-${name}`, { email: `${name}@example.com`, email_verified: true });
  return `sub-${name}`;
};

const waiting = async (of: OpenidSite): Promise<number | undefined> =>
  (await of.app.app.outbox.metrics()).find(({ channel }) => channel === 'identity-mails')?.pending;

describe('the mail about a linked identity', () => {
  test('is sent to an existing account once it is linked, and not again', async () => {
    await anAccount(site, 'ada');
    const who = vouchFor('ada');
    const browser = openBrowser();
    await site.signIn(browser, who);
    await expect.poll(() => mailsTo('ada').length).toBe(1);
    expect(mailsTo('ada')[0]).toContain('is now linked to The Provider');
    await site.signIn(openBrowser(), who);
    expect((await browser.send('DELETE', `${site.url}/me/identities/op`, JSON_LD)).status).toBe(204);
    await expect.poll(() => mailsTo('ada').length).toBe(2);
    expect(mailsTo('ada')[1]).toContain('is no longer linked to The Provider');
  });

  test('is not sent for an account that the sign-in creates', async () => {
    const browser = openBrowser();
    await site.signIn(browser, vouchFor('new'));
    expect(await site.nameOf(browser)).toBeDefined();
    await expect.poll(() => waiting(site)).toBe(0);
    expect(mailsTo('new')).toEqual([]);
  });

  test('is sent once if two simultaneous sign-ins link it, and recorded once in the audit log', async () => {
    const id = await anAccount(site, 'bea');
    const who = vouchFor('bea');
    await Promise.all([site.signIn(openBrowser(), who), site.signIn(openBrowser(), who)]);
    await expect.poll(() => waiting(site)).toBe(0);
    expect(mailsTo('bea')).toHaveLength(1);
    const { body } = await site.app.get('/_/revisions?kind=account', { as: 'superAdmin' });
    const entries = (body.revisions as { account?: string; details?: string }[]).filter(
      ({ account, details }) => account?.endsWith(id) === true && details === 'linked to op',
    );
    expect(entries).toHaveLength(1);
  });

  test('is disabled by the configuration', async () => {
    const silent = await startOpenidSite({
      openidConnect: { email: false },
      env: { MAILER_DSN: mail.dsn },
    });
    try {
      await anAccount(silent, 'dora');
      silent.provider.people.set('sub-dora', { email: 'dora@example.com', email_verified: true });
      const browser = openBrowser();
      await silent.signIn(browser, 'sub-dora');
      expect(await silent.nameOf(browser)).toBe('dora');
      await expect.poll(() => waiting(silent)).toBe(0);
      expect(mailsTo('dora')).toEqual([]);
    } finally {
      await silent.close();
    }
  });
});
