import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient, type PageSnapshot } from '../../generated/client/index.js';
import { createSite } from '../http/routes/site.js';
import { browserTitle, hasChromium } from './chromium.js';
import { startWatchedSite, type WatchedSite } from './watched-site.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Each renders the texts of a page and records what it renders. `prepared` is the page as rendered by the server. */
const SHARED = `
import { createClient } from './index.js';
import { usePage } from './FRAMEWORK.js';
const client = createClient({ baseUrl: globalThis.api });
const drawn = (globalThis.drawn = []);
const textsOf = (tree) => tree?.depths.at(-1).groups.flatMap(({ positions }) => positions) ?? [];
`;
const SITES: Readonly<Record<string, string>> = {
  react: `${SHARED}
import { createElement as h, memo } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
const Text = memo(({ component }) => {
  drawn.push(component.html);
  return h('p', null, component.html);
});
const Site = ({ initial }) => {
  const { tree } = usePage(client, '/watched', { initial });
  return textsOf(tree).map(({ position, component }) => h(Text, { key: position['@id'], component }));
};
export const render = (initial) => renderToString(h(Site, { initial }));
export function start(container, prepared) {
  if (prepared) hydrateRoot(container, h(Site, { initial: prepared }));
  else createRoot(container).render(h(Site));
}`,
  vue: `${SHARED}
import { createApp, createSSRApp, h } from 'vue';
import { renderToString } from 'vue/server-renderer';
const Text = {
  props: ['component'],
  setup: (props) => () => {
    drawn.push(props.component.html);
    return h('p', props.component.html);
  },
};
const Site = {
  props: ['initial'],
  setup({ initial }) {
    const { tree } = usePage(client, '/watched', { initial });
    return () => textsOf(tree.value).map(({ position, component }) => h(Text, { key: position['@id'], component }));
  },
};
export const render = (initial) => renderToString(createSSRApp(Site, { initial }));
export function start(container, prepared) {
  (prepared ? createSSRApp : createApp)(Site, { initial: prepared }).mount(container);
}`,
};

async function bundle(framework: string, platform: 'browser' | 'node'): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: SITES[framework]?.replace('FRAMEWORK', framework) ?? '',
      resolveDir: join(ROOT, 'generated/client'),
    },
    bundle: true,
    format: 'esm',
    platform,
    define: { 'process.env.NODE_ENV': '"production"' },
    // Node resolves the variants of packages that are made for it.
    ...(platform === 'node' ? { packages: 'external' as const } : {}),
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

interface ServerSide {
  render(initial: PageSnapshot): string | Promise<string>;
}

describe.each(Object.keys(SITES))('a page with the binding for %s', (framework) => {
  let watched: WatchedSite;
  let folder: string;

  async function respondWith(baseUrl: string): Promise<RequestListener> {
    folder = await mkdtemp(join(ROOT, 'node_modules/.cms-bindings-'));
    const script = await bundle(framework, 'browser');
    await writeFile(join(folder, 'server.mjs'), await bundle(framework, 'node'));
    Object.assign(globalThis, { api: baseUrl });
    const server = (await import(pathToFileURL(join(folder, 'server.mjs')).href)) as ServerSide;
    const begin = `globalThis.api = ${JSON.stringify(baseUrl)};`;
    async function page(isRendered: boolean): Promise<string> {
      const snapshot = isRendered ? (await createClient({ baseUrl }).page('/watched')).snapshot : undefined;
      const html = snapshot === undefined ? '' : await server.render(snapshot);
      return `<!doctype html><main>${html}</main><script>${begin}</script><script type="module">
        import { start } from './site.js';
        start(document.querySelector('main'), ${JSON.stringify(snapshot ?? null)?.replaceAll('<', '\\u003c')});
      </script>`;
    }
    return (request, response) => {
      if (request.url === '/site.js') {
        response.setHeader('content-type', 'text/javascript').end(script);
        return;
      }
      void page(request.url === '/rendered').then((html) =>
        response.setHeader('content-type', 'text/html').end(html),
      );
    };
  }

  beforeAll(async () => {
    watched = await startWatchedSite(respondWith);
  });
  afterAll(async () => {
    await watched.close();
    await rm(folder, { recursive: true });
  });

  test('has fewer than 150 lines', async () => {
    const text = await readFile(join(ROOT, `templates/client/${framework}.ts`), 'utf8');
    expect(text.split('\n').length).toBeLessThan(150);
  });

  test.skipIf(!hasChromium)(
    browserTitle(
      'is drawn again where a component changed and nowhere else, and after server rendering without a second request',
    ),
    async () => {
      const site = createSite(watched.app);
      const page = await site.page();
      await site.route({ path: '/watched', page: page['@id'] });
      const group = await site.group({ pages: [page['@id']] });
      const first = await site.html(group, { html: 'One' });
      await site.html(group, { html: 'Other' });
      const publish = (html: string): Promise<void> => watched.publish(first['@id'], html);
      const open = async (path: string): Promise<{ tab: Page; requested: string[] }> => {
        const tab = await watched.openTab();
        const requested: string[] = [];
        tab.on('request', (request) => void requested.push(request.url()));
        const isFollowing = tab.waitForResponse(/well-known\/mercure/);
        await tab.goto(`${watched.frontEnd}${path}`);
        await isFollowing;
        return { tab, requested };
      };
      const shown = (tab: Page) => async () => tab.locator('p').allInnerTexts();
      const drawn = (tab: Page): Promise<readonly string[]> => tab.evaluate('drawn');

      const { tab } = await open('');
      await expect.poll(shown(tab)).toEqual(['One', 'Other']);
      await publish('Two');
      await expect.poll(shown(tab)).toEqual(['Two', 'Other']);
      expect(await drawn(tab)).toEqual(['One', 'Other', 'Two']);

      const { tab: rendered, requested } = await open('rendered');
      await expect.poll(() => drawn(rendered)).toEqual(['Two', 'Other']);
      expect(await shown(rendered)()).toEqual(['Two', 'Other']);
      expect(requested.filter((url) => url.includes('resource_manifest'))).toEqual([]);
      await publish('Three');
      await expect.poll(shown(rendered)).toEqual(['Three', 'Other']);
      expect(await drawn(rendered)).toEqual(['Two', 'Other', 'Three']);
    },
  );
});
