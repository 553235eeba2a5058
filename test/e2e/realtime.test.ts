import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../support/free-port.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { JWT } from '../http/realtime/support.js';
import { browserTitle, hasChromium, launchChromium } from './chromium.js';
import { ACCOUNTS } from '../../runtime/features/accounts/door.js';

const ADMIN = { as: 'admin' } as const;

/** What a page is sent, newest last. */
type Updates = readonly { readonly [member: string]: unknown }[];
declare const globalThis: { updates: Updates };

interface Visit {
  readonly api: string;
  readonly frontEnd: string;
  readonly account?: { readonly username: string; readonly password: string };
}

/** As front ends of this contract find the hub: by the header of any answer. */
async function listen(page: Page, { api, frontEnd, account }: Visit): Promise<void> {
  await page.goto(frontEnd);
  await page.evaluate(
    async ({ url, login }) => {
      const credentials = 'include' as const;
      if (login !== undefined) {
        const headers = { 'content-type': 'application/json' };
        await fetch(`${url}/login`, { method: 'POST', credentials, headers, body: JSON.stringify(login) });
      }
      const answer = await fetch(`${url}/me`, { credentials });
      const hub = /<([^>]+)>;\s+rel="mercure"/.exec(answer.headers.get('Link') ?? '')?.[1];
      const target = new URL(hub ?? '');
      target.searchParams.set('match', '*');
      const source = new EventSource(target.href, { withCredentials: true });
      globalThis.updates = [];
      source.onmessage = ({ data }) => {
        globalThis.updates = [...globalThis.updates, JSON.parse(String(data)) as Updates[0]];
      };
      await new Promise((resolve, reject) => {
        source.onopen = resolve;
        source.onerror = () => reject(new Error('the hub refused the page'));
      });
    },
    { url: api, login: account },
  );
}

const updatesOf = (page: Page): Promise<Updates> => page.evaluate(() => globalThis.updates);

describe('a browser', () => {
  let app: TestApp;
  let browser: Browser | undefined;
  /** Another origin of the same site, as front ends have. */
  let frontEnd: Server;
  beforeAll(async () => {
    const port = await freePort();
    app = await startTestApp({
      ...{ port, env: { PUBLIC_URL: `http://localhost:${port}` } },
      config: { routable_security: null, route_security: [], mercure: { jwt: JWT } },
    });
    frontEnd = createServer(
      (_request, response) => void response.setHeader('content-type', 'text/html').end('<p>'),
    );
    await new Promise<void>((resolve) => frontEnd.listen(0, '127.0.0.1', resolve));
    if (hasChromium) browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    frontEnd.close();
    await app.close();
  });

  test.skipIf(!hasChromium)(
    browserTitle(
      'of an administrator gets the edit of a draft, that of a visitor does not; both get what is published',
    ),
    async () => {
      const account = { username: 'editor', password: 'correct horse battery' };
      await app.app.get(ACCOUNTS).createAccount({
        ...account,
        ...{ emailAddress: 'editor@example.com', role: 'ROLE_ADMIN', enabled: true, overwrite: false },
      });
      const title = await app.create('/component/titles', {
        title: 'first',
        publishedAt: '2020-01-01T00:00:00Z',
      });
      const [admin, visitor] = await Promise.all(
        [1, 2].map(async () => (await browser?.newContext())?.newPage()),
      );
      if (admin === undefined || visitor === undefined) throw new Error('no page');
      const at = {
        api: `${app.config.server.publicUrl}/_api`,
        frontEnd: `http://localhost:${(frontEnd.address() as AddressInfo).port}/`,
      };
      await listen(admin, { ...at, account });
      await listen(visitor, at);

      const draft = await app.patch(title['@id'], { title: 'second' }, ADMIN);
      await expect.poll(() => updatesOf(admin)).toHaveLength(1);
      expect((await updatesOf(admin))[0]).toMatchObject({
        '@id': draft.body['@id'],
        title: 'second',
        publishedResource: title['@id'],
      });
      await app.patch(draft.body['@id'], { publishedAt: new Date().toISOString() }, ADMIN);
      await expect.poll(() => updatesOf(visitor)).toHaveLength(1);
      expect(await updatesOf(visitor)).toMatchObject([{ '@id': title['@id'], title: 'second' }]);
      // The draft has ended too, which is for its readers.
      await expect.poll(() => updatesOf(admin)).toHaveLength(3);
      expect(await updatesOf(admin)).toContainEqual({ '@id': draft.body['@id'] });
      expect(await updatesOf(visitor)).toHaveLength(1);
    },
  );
});
