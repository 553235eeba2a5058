import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSite } from '../http/routes/site.js';
import { browserTitle, hasChromium } from './chromium.js';
import { startWatchedSite, type WatchedSite } from './watched-site.js';

const PAGE = `<!doctype html><main></main><script type="module">
import { createClient } from './index.js';
const client = createClient({ baseUrl: location.hash.slice(1) });
const stop = client.watch('/watched', ({ depths }) => {
  const components = depths.at(-1).groups.flatMap(({ positions }) => positions.map(({ component }) => component));
  document.querySelector('main').innerHTML = components.map(({ html }) => html).join('');
});
addEventListener('stop', stop);
</script>`;

/** A front end with the generated client. */
const frontEnd: RequestListener = (request, response) => {
  const name = /^\/(\w+\.js)$/.exec(request.url ?? '')?.[1];
  if (name === undefined) {
    response.setHeader('content-type', 'text/html').end(PAGE);
    return;
  }
  response.setHeader('content-type', 'text/javascript');
  void readFile(new URL(`../../generated/client/${name}`, import.meta.url)).then((text) =>
    response.end(text),
  );
};

describe('a page that is watched with the generated client', () => {
  let watched: WatchedSite;
  beforeAll(async () => {
    watched = await startWatchedSite(() => frontEnd);
  });
  afterAll(() => watched.close());

  test.skipIf(!hasChromium)(
    browserTitle(
      'is drawn at once, again when a component changes and when one is added, and no more when that is stopped',
    ),
    async () => {
      const site = createSite(watched.app);
      const page = await site.page();
      await site.route({ path: '/watched', page: page['@id'] });
      const group = await site.group({ pages: [page['@id']] });
      const text = await site.html(group, { html: '<p>One</p>' });
      const tab = await watched.openTab();
      await tab.goto(`${watched.frontEnd}#${watched.api}`);
      const shown = () => tab.locator('main').innerText();
      await expect.poll(shown).toBe('One');

      const publish = (html: string): Promise<void> => watched.publish(text['@id'], html);
      await publish('<p>Two</p>');
      await expect.poll(shown).toBe('Two');
      await site.html(group, { html: '<p>Three</p>' });
      await expect.poll(shown).toContain('Three');

      await tab.evaluate("dispatchEvent(new Event('stop'))");
      const answered = tab.waitForResponse(/manifest/, { timeout: 2000 }).catch(() => 'no request');
      await publish('<p>Four</p>');
      expect(await answered).toBe('no request');
      expect(await shown()).toContain('Two');
    },
  );
});
