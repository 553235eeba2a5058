import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSite } from '../http/routes/site.js';
import { JWT } from '../http/realtime/support.js';
import { freePort } from '../support/free-port.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { browserTitle, hasChromium, launchChromium } from './chromium.js';

const PAGE = `<!doctype html><main></main><script type="module">
import { createClient } from './index.js';
const client = createClient({ baseUrl: location.hash.slice(1) });
const stop = client.watch('/watched', ({ depths }) => {
  const components = depths.at(-1).groups.flatMap(({ positions }) => positions.map(({ component }) => component));
  document.querySelector('main').innerHTML = components.map(({ html }) => html).join('');
});
addEventListener('stop', stop);
</script>`;

/** A front end on another origin of the same site, with the generated client as it is. */
async function startFrontEnd(): Promise<Server> {
  const server = createServer((request, response) => {
    const name = /^\/(\w+\.js)$/.exec(request.url ?? '')?.[1];
    if (name === undefined) {
      response.setHeader('content-type', 'text/html').end(PAGE);
      return;
    }
    response.setHeader('content-type', 'text/javascript');
    void readFile(new URL(`../../generated/client/${name}`, import.meta.url)).then((text) =>
      response.end(text),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

describe('a page that is watched with the generated client', () => {
  let app: TestApp;
  let browser: Browser | undefined;
  let frontEnd: Server;
  beforeAll(async () => {
    const port = await freePort();
    app = await startTestApp({
      ...{ port, env: { PUBLIC_URL: `http://localhost:${port}` } },
      config: { routable_security: null, route_security: [], mercure: { jwt: JWT } },
    });
    frontEnd = await startFrontEnd();
    if (hasChromium) browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    frontEnd.close();
    await app.close();
  });

  test.skipIf(!hasChromium)(
    browserTitle(
      'is drawn at once, again when a component changes and when one is added, and no more when that is stopped',
    ),
    async () => {
      const site = createSite(app);
      const page = await site.page();
      await site.route({ path: '/watched', page: page['@id'] });
      const group = await site.group({ pages: [page['@id']] });
      const text = await site.html(group, { html: '<p>One</p>' });
      const tab = await (await browser?.newContext())?.newPage();
      if (tab === undefined) throw new Error('no page');
      const { port } = frontEnd.address() as AddressInfo;
      await tab.goto(`http://localhost:${port}/#${app.config.server.publicUrl}/_api`);
      const shown = () => tab.locator('main').innerText();
      await expect.poll(shown).toBe('One');

      const publish = async (html: string): Promise<void> => {
        const draft = await app.patch(text['@id'], { html }, { as: 'admin' });
        const at = new Date().toISOString();
        await app.patch(draft.body['@id'], { publishedAt: at }, { as: 'admin' });
      };
      await publish('<p>Two</p>');
      await expect.poll(shown).toBe('Two');
      await site.html(group, { html: '<p>Three</p>' });
      await expect.poll(shown).toContain('Three');

      await tab.evaluate("dispatchEvent(new Event('stop'))");
      const answered = tab.waitForResponse(/manifest/, { timeout: 2000 }).catch(() => 'nothing was asked');
      await publish('<p>Four</p>');
      expect(await answered).toBe('nothing was asked');
      expect(await shown()).toContain('Two');
    },
  );
});
