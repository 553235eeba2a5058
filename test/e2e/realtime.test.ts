import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserTitle, hasChromium } from './chromium.js';
import { startWatchedSite, type WatchedSite } from './watched-site.js';
import { ACCOUNTS } from '../../runtime/features/accounts/public-api.js';

const ADMIN = { as: 'admin' } as const;

/** Events that a page received, the latest last. */
type Updates = readonly { readonly [member: string]: unknown }[];
declare const globalThis: { updates: Updates };

interface Visit {
  readonly api: string;
  readonly frontEnd: string;
  readonly account?: { readonly username: string; readonly password: string };
}

/** Front ends discover the hub by the header of any response. */
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
  let watched: WatchedSite;
  beforeAll(async () => {
    watched = await startWatchedSite(
      () => (_request, response) => void response.setHeader('content-type', 'text/html').end('<p>'),
    );
  });
  afterAll(() => watched.close());

  test.skipIf(!hasChromium)(
    browserTitle(
      'of an administrator gets the edit of a draft, that of a visitor does not; both get what is published',
    ),
    async () => {
      const { app } = watched;
      const account = { username: 'editor', password: 'correct horse battery' };
      await app.app.get(ACCOUNTS).createAccount({
        ...account,
        ...{ emailAddress: 'editor@example.com', role: 'ROLE_ADMIN', enabled: true, overwrite: false },
      });
      const title = await app.create('/component/titles', {
        title: 'first',
        publishedAt: '2020-01-01T00:00:00Z',
      });
      const [admin, visitor] = await Promise.all([watched.openTab(), watched.openTab()]);
      await listen(admin, { ...watched, account });
      await listen(visitor, watched);

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
      // The draft has ended too, which only its readers receive.
      await expect.poll(() => updatesOf(admin)).toHaveLength(3);
      expect(await updatesOf(admin)).toContainEqual({ '@id': draft.body['@id'] });
      expect(await updatesOf(visitor)).toHaveLength(1);
    },
  );
});
