import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCOUNTS } from '../../runtime/features/accounts/public-api.js';
import { codeOf, stepAt } from '../../runtime/features/second-factors/totp/codes.js';
import { freePort } from '../support/free-port.js';
import { barriers, EDITOR, enter, startAdminSite, type AdminSite } from './admin-site.js';
import { browserTitle, hasChromium } from './chromium.js';

const HOSTILE = '<img src=x onerror="document.title=\'taken\'">';
const PASSWORD = 'a long password';
const PHONE = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const;

describe.skipIf(!hasChromium)(browserTitle('users in the admin'), () => {
  let site: AdminSite;
  beforeAll(async () => {
    const port = await freePort();
    const passkeys = { rp_id: 'localhost', origins: [`http://localhost:${port}`] };
    const mfa = { required_for: ['ROLE_KEEPER'], passkeys };
    const reset = { email: { default_redirect_path: '/reset/{{ username }}/{{ token }}' } };
    // Links in mails lead to the front end.
    const env = { EMAIL_LINK_DEFAULT_ORIGIN: 'https://www.example.com' };
    site = await startAdminSite({ port, env, config: { user: { mfa, password_reset: reset } } });
  });
  afterAll(() => site?.close());

  async function anAccount(username: string, role: string | readonly string[] = 'ROLE_USER') {
    await site.app.app.get(ACCOUNTS).createAccount({
      ...{ username, role, password: PASSWORD, enabled: true, overwrite: false },
      emailAddress: `${Math.random().toString(36).slice(2)}@example.com`,
    });
    return { username, password: PASSWORD };
  }
  /** Fills in and submits the sign-in form in a new tab. */
  async function sign(username: string): Promise<Page> {
    const page = await site.openTab();
    await page.goto(site.admin);
    await fill(page, username);
    return page;
  }
  async function fill(page: Page, username: string): Promise<void> {
    await page.getByLabel(/Username/).fill(username);
    await page.getByLabel(/Password/).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }
  const isIn = (page: Page): Promise<void> => page.getByRole('button', { name: /Signed in as/ }).waitFor();
  async function signOut(page: Page): Promise<void> {
    await page.getByRole('button', { name: /Signed in as/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel(/Username/).waitFor();
  }
  const inDialog = (page: Page, name: string | RegExp) =>
    page.getByRole('dialog').getByRole('button', { name });

  /**
   * Adds the displayed authenticator app, like a user who scans it.
   * @returns the recovery codes
   */
  async function confirmApp(page: Page): Promise<readonly string[]> {
    await page.getByRole('img', { name: 'QR code with the secret' }).waitFor();
    expect(await barriers(page)).toEqual([]);
    const secret = await page
      .getByText(/^[A-Z2-7]{32}$/)
      .first()
      .textContent();
    await page.getByLabel('Code', { exact: true }).fill(codeNow(secret ?? ''));
    await inDialog(page, 'Confirm').click();
    const codes = await page.getByRole('textbox', { name: 'Recovery codes' }).inputValue();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    return codes.split('\n');
  }

  test('add an app by its QR code, which is required at sign-in until an administrator resets it', async () => {
    const { username } = await anAccount(HOSTILE, 'ROLE_ADMIN');
    const own = await sign(username);
    await isIn(own);
    await own.goto(`${site.admin}/account`);
    await own.getByRole('button', { name: 'Add app' }).click();
    const [code = ''] = await confirmApp(own);
    await own.getByText('Authenticator app', { exact: true }).waitFor();
    await signOut(own);
    await fill(own, username);
    await own.getByLabel(/Authentication code/).fill('000000');
    await own.getByRole('button', { name: 'Continue' }).click();
    await own.getByRole('alert').waitFor();
    await own.getByLabel(/Authentication code/).fill(code);
    await own.getByRole('button', { name: 'Continue' }).click();
    await isIn(own);

    const page = await site.signIn();
    await page.goto(`${site.admin}/User`);
    await page.getByText(HOSTILE).first().click();
    await page.getByRole('button', { name: 'Roles and access' }).click();
    await page.getByRole('button', { name: 'Reset two-factor authentication' }).click();
    expect(await page.getByRole('dialog').textContent()).toContain(HOSTILE);
    await inDialog(page, 'Reset two-factor authentication').click();
    await page.getByText('Two-factor authentication reset.').waitFor();
    expect(await page.title()).not.toContain('taken');
    await page.context().close();
    const again = await sign(username);
    await isIn(again);
    await again.context().close();
    await own.context().close();
  });

  test('sign in with a passkey and without a password', async () => {
    const { username } = await anAccount('keyholder', 'ROLE_ADMIN');
    const page = await sign(username);
    await isIn(page);
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('WebAuthn.enable');
    const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await page.goto(`${site.admin}/account`);
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await signOut(page);
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await isIn(page);
    // An incorrect PIN or fingerprint is reported in words.
    await devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await signOut(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText(/The passkey sign-in failed/).waitFor();
    await page.context().close();
  });

  test('whose role requires a second factor add the first one during sign-in', async () => {
    const { username } = await anAccount('keeper', ['ROLE_ADMIN', 'ROLE_KEEPER']);
    const page = await sign(username);
    await page.getByText(/Your role requires two-factor authentication/).waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add app' }).click();
    expect(await confirmApp(page)).toHaveLength(10);
    await isIn(page);
    await page.context().close();
  });

  test('have roles with checkboxes, which change what the other user sees', async () => {
    const { username } = await anAccount('newcomer');
    const own = await sign(username);
    await isIn(own);
    await own.getByRole('link', { name: 'Your account' }).waitFor();
    expect(await own.getByRole('link', { name: 'Activity log' }).count()).toBe(0);

    const page = await site.signIn();
    await page.goto(`${site.admin}/User`);
    await page.getByText(username, { exact: true }).click();
    await page.getByLabel(/^Username/).waitFor();
    // They are in the panel, without an input beside it.
    expect(await page.getByLabel(/^Roles$/).count()).toBe(0);
    await page.getByRole('button', { name: 'Roles and access' }).click();
    await page.getByLabel('Administrator (ROLE_ADMIN)', { exact: true }).check();
    await page.getByLabel('Other role').fill('ROLE_EDITOR');
    await page.getByLabel('Other role').press('Enter');
    await page.getByRole('button', { name: 'Save roles' }).click();
    await page.getByText('Saved.').waitFor();
    await page.context().close();

    await own.reload();
    if (await own.getByLabel(/Username/).isVisible()) await fill(own, username);
    await own.getByRole('link', { name: 'Activity log' }).waitFor();
    await own.context().close();
  });

  test('are created with their roles', async () => {
    const page = await site.signIn(PHONE);
    await page.goto(`${site.admin}/User/create`);
    await page.getByLabel(/^Username/).fill('made');
    await page.getByLabel(/^Email address/).fill('made@example.com');
    await page.getByLabel(/^Plain password/).fill(PASSWORD);
    await page.getByLabel('Administrator (ROLE_ADMIN)', { exact: true }).check();
    expect(await barriers(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await page.getByRole('button', { name: 'Save' }).click();
    const roles = async () =>
      (await site.app.get('/users?search=made', { as: 'superAdmin' })).body.member[0]?.roles;
    await expect.poll(roles).toContain('ROLE_ADMIN');
    await page.context().close();
  });

  test('get the same response to a forgotten password, whether the account exists or not', async () => {
    const page = await site.openTab();
    await page.goto(site.admin);
    for (const username of ['nobody of that name', EDITOR.username]) {
      await page.getByRole('button', { name: 'Forgot password?' }).click();
      await page
        .getByRole('dialog')
        .getByLabel(/Username/)
        .fill(username);
      await inDialog(page, 'Send link').click();
      await page.getByText(/If the account exists/).waitFor();
      await inDialog(page, 'Close').click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await enter(page);
    await page.context().close();
  });

  test('caused no errors in the browser', () => {
    expect(site.problems).toEqual([]);
  });
});

/** Current code of an app. */
function codeNow(secret: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  return codeOf(Buffer.from(bytes), stepAt(new Date()));
}
