import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { JWT } from '../http/realtime/support.js';
import { freePort } from '../support/free-port.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { hasChromium, launchChromium } from './chromium.js';

/** A service with a hub for browsers, and a front end on another origin of the same site. */
export interface WatchedSite {
  readonly app: TestApp;
  /** API URL as front ends receive it. */
  readonly api: string;
  /** URL of the front end, with a trailing slash. */
  readonly frontEnd: string;
  /**
   * Opens a tab without cookies of others.
   * @throws Error if there is no browser
   */
  openTab(): Promise<Page>;
  /** Changes and publishes the text of an HtmlContent. */
  publish(iri: string, html: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts both.
 * @param respond handles requests to the front end, and receives the API URL
 */
export async function startWatchedSite(
  respond: (api: string) => RequestListener | Promise<RequestListener>,
): Promise<WatchedSite> {
  const port = await freePort();
  const app = await startTestApp({
    ...{ port, env: { PUBLIC_URL: `http://localhost:${port}` } },
    config: { routable_security: null, route_security: [], mercure: { jwt: JWT } },
  });
  const api = `${app.config.server.publicUrl}${app.config.apiPrefix}`;
  const server = createServer(await respond(api));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = hasChromium ? await launchChromium() : undefined;
  return {
    app,
    api,
    frontEnd: `http://localhost:${(server.address() as AddressInfo).port}/`,
    async openTab() {
      if (browser === undefined) throw new Error('no browser');
      return (await browser.newContext()).newPage();
    },
    async publish(iri, html) {
      const draft = await app.patch(iri, { html }, { as: 'admin' });
      await app.patch(draft.body['@id'], { publishedAt: new Date().toISOString() }, { as: 'admin' });
    },
    async close() {
      await browser?.close();
      server.close();
      await app.close();
    },
  };
}
