import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { addToContactPage, ask, call, close, find, openTab, THANKS, type TriedSite } from './site.js';
import { takesChoicesAndFiles } from './site-surveys.js';

const form = (tab: Page, index = 0) => {
  const fields = tab.locator('form.fields').nth(index);
  const send = () => fields.getByRole('button').click();
  return {
    name: fields.getByLabel('Your name'),
    mail: fields.getByLabel('Your e-mail address'),
    message: fields.getByLabel('Your message'),
    send,
    async fill() {
      await fields.getByLabel('Your name').fill('Ann');
      await fields.getByLabel('Your e-mail address').fill('ann@example.com');
      await fields.getByLabel('Your message').fill('Hello there');
    },
  };
};

async function showsEveryAddress(site: TriedSite): Promise<void> {
  const moved = await ask(site, '/contact/');
  expect([moved.status, moved.headers.get('location')]).toEqual([
    308,
    expect.stringMatching(/^(?:http:\/\/localhost:\d+)?\/contact$/),
  ]);
  expect([400, 404]).toContain((await ask(site, '/%E0%A4%A')).status);
  const wrong = [
    { method: 'POST' },
    { method: 'POST', body: new URLSearchParams({ _form: '/../x' }) },
    { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } },
    { method: 'POST', body: 'x', headers: { 'content-type': 'multipart/form-data; boundary=y' } },
  ];
  for (const init of wrong)
    expect([400, 405], JSON.stringify(init)).toContain((await ask(site, '/', init)).status);
  const nothing = await ask(site, '/nothing');
  expect(nothing.status).toBe(404);
  const tab = await openTab(site);
  await tab.goto(`${site.url}/nothing`);
  await tab.getByRole('heading', { name: 'Not found' }).waitFor();
  await tab.getByRole('navigation').getByRole('link', { name: 'Contact' }).waitFor();
  await close(tab);
}

async function showsPreviews(site: TriedSite): Promise<void> {
  const { '@id': iri } = await find(site, '/component/titles', ['title', 'About']);
  const below = { reference: `inner_${iri}`, location: 'inner', components: [iri] };
  const { '@id': componentGroup } = await call(site, 'POST /_/component_groups', below);
  const { '@id': component } = await call(site, 'POST /component/html_contents', {
    html: '<p>Below the title</p>',
    publishedAt: new Date(),
  });
  await call(site, 'POST /_/component_positions', { component, componentGroup });
  const draft = await call(site, `PATCH ${iri}`, { title: 'About the future' });
  const { token } = await call(site, 'POST /_/previews', { route: '/_/routes//about' });
  expect(await (await ask(site, '/about')).text()).not.toContain('About the future');
  const shown = await ask(site, `/about?preview=${String(token)}`);
  expect(shown.status).toBe(200);
  const text = await shown.text();
  expect(text).toContain('About the future');
  expect(text).toContain('Below the title');
  expect(shown.headers.get('cache-control')).toContain('no-store');
  expect(shown.headers.get('x-robots-tag')).toContain('noindex');
  expect(shown.headers.get('referrer-policy')).toBe('no-referrer');
  expect((await ask(site, '/about?preview=wrong')).status).toBe(404);

  const tab = await openTab(site);
  await tab.goto(`${site.url}/about?preview=${String(token)}`);
  await tab.getByRole('heading', { name: 'About the future' }).waitFor();
  // A published change does not replace the preview.
  await call(site, `PATCH ${draft['@id']}`, { title: 'About what comes' });
  await tab.waitForTimeout(1000);
  expect(await tab.getByRole('heading', { level: 1 }).innerText()).toMatch(
    /^About (?:the future|what comes)$/,
  );
  await close(tab);

  // Pagination stays within the preview.
  const news = await call(site, 'POST /_/previews', { route: '/_/routes//news' });
  const list = await (await ask(site, `/news?perPage=1&preview=${String(news['token'])}`)).text();
  const next = /href="([^"]*page=2[^"]*)"/.exec(list)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect(next).toContain(`preview=${String(news['token'])}`);
  expect((await ask(site, next)).status).toBe(200);
  for (const added of [draft['@id'], component, componentGroup]) await call(site, `DELETE ${added}`);
}

async function pagesLists(site: TriedSite): Promise<void> {
  for (const hasScripts of [true, false]) {
    const tab = await openTab(site, hasScripts);
    await tab.goto(`${site.url}/news?perPage=1`);
    expect(await tab.locator('.cards li').count()).toBe(1);
    const first = await tab.locator('.cards li').innerText();
    await tab.getByRole('link', { name: 'Next' }).click();
    await tab.getByRole('link', { name: 'Previous' }).waitFor();
    expect(await tab.locator('.cards li').innerText()).not.toBe(first);
    expect(new URL(tab.url()).searchParams.get('page')).toBe('2');
    await tab.goto(`${site.url}/news?search=winter`);
    expect(await tab.locator('.cards li').allInnerTexts()).toEqual([expect.stringContaining('Winter')]);
    await close(tab);
  }
}

async function sendsWithoutScripts(site: TriedSite): Promise<void> {
  const tab = await openTab(site, false);
  await tab.goto(`${site.url}/contact`);
  await form(tab).name.fill('Ann');
  await form(tab).send();
  await tab.getByText('Please enter your e-mail address.').waitFor();
  expect(await form(tab).name.inputValue()).toBe('Ann');
  await form(tab).fill();
  await form(tab).send();
  await tab.getByText(THANKS).waitFor();
  await close(tab);
}

async function keepsWhatCouldNotBeSent(site: TriedSite): Promise<void> {
  // Without an API, Next shows browsers without scripts only its own error page.
  for (const hasScripts of site.frontEnd === 'next' ? [true] : [true, false])
    for (const state of ['busy', 'down'] as const) {
      const tab = await openTab(site, hasScripts);
      await tab.goto(`${site.url}/contact`);
      // A page is ready when its scripts have started.
      await tab.waitForLoadState('networkidle');
      await form(tab).fill();
      site.proxy.state = state;
      try {
        await form(tab).send();
        await tab.locator('.error').first().waitFor();
        const controls = tab.locator('input:not([type=hidden]), textarea');
        const values = await Promise.all((await controls.all()).map((one) => one.inputValue()));
        expect(values, `${state}, scripts: ${hasScripts}`).toEqual(
          expect.arrayContaining(['Ann', 'ann@example.com', 'Hello there']),
        );
      } finally {
        site.proxy.state = 'up';
      }
      await tab.getByRole('button', { name: /^Send/ }).first().click();
      await tab.getByText(THANKS).waitFor();
      await close(tab);
    }
  site.proxy.state = 'down';
  expect([500, 503]).toContain((await ask(site, '/')).status);
  site.proxy.state = 'up';
}

/** Submitting another form of the page or publishing a change keeps the text that a user is typing. */
async function keepsWhatIsTyped(site: TriedSite): Promise<void> {
  const added = [await addToContactPage(site, '/component/forms', { formType: 'ContactType' })];
  try {
    await typeBesidePublishing(site, async () => {
      const text = { html: '<p>Just published</p>', publishedAt: new Date() };
      added.push(await addToContactPage(site, '/component/html_contents', text));
    });
  } finally {
    for (const iri of added) await call(site, `DELETE ${iri}`);
  }
}

async function typeBesidePublishing(site: TriedSite, publish: () => Promise<void>): Promise<void> {
  const tab = await openTab(site);
  await tab.goto(`${site.url}/contact`);
  await tab.waitForLoadState('networkidle');
  await expect.poll(() => tab.locator('form.fields').count()).toBe(2);
  await form(tab, 1).name.fill('Typed');
  await form(tab, 0).fill();
  await form(tab, 0).send();
  await tab.getByText(THANKS).waitFor();
  expect(await tab.getByText(THANKS).count()).toBe(1);
  expect(await form(tab).name.inputValue()).toBe('Typed');

  await form(tab).message.fill('Not sent yet');
  await publish();
  await tab.getByText('Just published').waitFor();
  expect([await form(tab).name.inputValue(), await form(tab).message.inputValue()]).toEqual([
    'Typed',
    'Not sent yet',
  ]);
  expect(await tab.evaluate('document.activeElement?.tagName')).toBe('TEXTAREA');
  await close(tab);
  const still = await openTab(site, false);
  await still.goto(`${site.url}/contact`);
  await form(still, 1).fill();
  await form(still, 1).send();
  await still.getByText(THANKS).waitFor();
  expect(await still.getByText(THANKS).count()).toBe(1);
  expect(await still.locator('form.fields').count()).toBe(1);
  await close(still);
}

/** Path of the link in the latest mail. */
async function linkOf({ cwd }: TriedSite, path: string): Promise<string> {
  const folder = join(cwd, 'var/mails');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort();
  for (const file of files.reverse()) {
    const raw = await readFile(join(folder, file), 'utf8');
    const text = raw
      .replaceAll(/=\r?\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_whole, code: string) => String.fromCharCode(parseInt(code, 16)));
    const link = new RegExp(`${path}/[\\w./~%@-]+`).exec(text)?.[0];
    if (link !== undefined) return link;
  }
  throw new Error(`No mail leads to ${path}.`);
}

async function followsLinksOfMails(site: TriedSite): Promise<void> {
  const { '@id': user } = await call(site, 'POST /users', {
    username: 'mei',
    emailAddress: 'mei@example.com',
    plainPassword: 'old-enough-1',
  });
  try {
    for (const hasScripts of [true, false]) {
      const tab = await openTab(site, hasScripts);
      const press = (name: string) => tab.getByRole('button', { name }).click();
      await tab.goto(`${site.url}/sign-in`);
      if (hasScripts) {
        await tab.getByRole('link', { name: 'Forgot your password?' }).click();
        await tab.getByLabel('User name or e-mail address').fill('mei');
        await press('Send the link');
        await tab.getByText('you will receive a link').waitFor();
        await tab.goto(site.url + (await linkOf(site, '/reset-password')));
        await tab.getByLabel('New password').fill('x');
        await press('Save');
        await tab.locator('.error').waitFor();
        await tab.getByLabel('New password').fill('quite-new-12345');
        await press('Save');
        await tab.getByText('Your password has changed').waitFor();
        await tab.goto(`${site.url}/sign-in?to=/members`);
      }
      await tab.getByLabel('Name').fill('mei');
      await tab.getByLabel('Password').fill('quite-new-12345');
      await press('Sign in');
      await tab.waitForURL((url) => url.pathname !== '/sign-in');

      const address = hasScripts ? 'one@example.com' : 'two@example.com';
      await call(site, `PATCH ${user}`, { newEmailAddress: address, oldPassword: 'admin' });
      await tab.goto(site.url + (await linkOf(site, '/confirm-new-email')));
      await press('Confirm');
      await tab.getByText('Your e-mail address is confirmed').waitFor();
      expect(await call(site, `GET ${user}`)).toMatchObject({ emailAddress: address });
      await fetch(`${site.apiUrl}/resend-verify-email/mei`, { headers: { origin: site.url } });
      await close(tab);
    }
    const tab = await openTab(site);
    await tab.goto(`${site.url}/verify-email/mei/wrong`);
    await tab.getByRole('button', { name: 'Confirm' }).click();
    await tab.getByText('no longer valid').waitFor();
    for (const path of [
      '/login',
      '/verify-email/mei/x',
      '/reset-password/mei/x',
      '/confirm-new-email/mei/a@b.c/x',
    ])
      expect((await tab.goto(site.url + path))?.status(), path).toBe(200);
    await close(tab);
  } finally {
    await call(site, `DELETE ${user}`);
  }
}

/** Forms are accepted for every name of the site, and only from its own pages. */
async function takesFormsOfItself(site: TriedSite): Promise<void> {
  const body = 'username=admin&password=admin&to=/about';
  const type = 'application/x-www-form-urlencoded';
  const own = { 'content-type': type, origin: 'https://www.example.com', 'sec-fetch-site': 'same-origin' };
  const signedIn = await ask(site, '/sign-in', { method: 'POST', body, headers: own });
  // One framework has a custom request for forms, which the tests with a browser send.
  if (signedIn.status !== 400) {
    expect(signedIn.status).toBe(303);
    expect(signedIn.headers.get('location')).toMatch(/\/about$/);
    expect(signedIn.headers.getSetCookie().join()).toContain('api_component=');
  }
  // Browsers ignore tabs in addresses and treat a backslash as `/`.
  for (const to of [
    '//www.example.org',
    '/\t/www.example.org',
    '/\\www.example.org',
    'https://www.example.org',
  ]) {
    const elsewhere = new URLSearchParams({ username: 'admin', password: 'admin', to }).toString();
    const { status, headers } = await ask(site, '/sign-in', {
      method: 'POST',
      body: elsewhere,
      headers: own,
    });
    if (status !== 400) expect(new URL(headers.get('location') ?? '', site.url).origin, to).toBe(site.url);
  }
  const foreign = { ...own, 'sec-fetch-site': 'cross-site' };
  const refused = await ask(site, '/sign-in', { method: 'POST', body, headers: foreign });
  expect([400, 403]).toContain(refused.status);
  expect(refused.headers.getSetCookie()).toEqual([]);
}

interface Behaviour {
  readonly title: string;
  readonly run: (site: TriedSite) => Promise<void>;
}

/** Behaviour of every front end in production, in an order in which no check affects another. */
export const BEHAVIOUR: readonly Behaviour[] = [
  { title: 'addresses of no page and requests of no form are refused, with menus', run: showsEveryAddress },
  { title: 'a preview link shows a page, to nobody else, and a wrong one nothing', run: showsPreviews },
  { title: 'lists are paged and filtered by the address of the page', run: pagesLists },
  { title: 'forms are sent without scripts', run: sendsWithoutScripts },
  { title: 'what could not be sent is still there, with the reason', run: keepsWhatCouldNotBeSent },
  { title: 'choices and files are sent, and kept when they are refused', run: takesChoicesAndFiles },
  { title: 'two forms are sent one by one, and publishing leaves typed text alone', run: keepsWhatIsTyped },
  { title: 'links of mails lead to pages that do what they say', run: followsLinksOfMails },
  {
    title: 'forms are taken under every name of the site, from its own pages alone',
    run: takesFormsOfItself,
  },
];

/** Checks that run with the development server too. */
export const IN_DEVELOPMENT: readonly Behaviour[] = BEHAVIOUR.filter(({ run }) =>
  [showsPreviews, pagesLists, sendsWithoutScripts, takesChoicesAndFiles, keepsWhatIsTyped].includes(run),
);
