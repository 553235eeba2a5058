import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import type { Logger } from '../../../runtime/kernel/ports/logger.js';
import type { Clock } from '../../../runtime/kernel/ports/clock.js';
import { ACCOUNTS } from '../../../runtime/features/accounts/public-api.js';
import { freePort } from '../../support/free-port.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import type { Browser } from './browser.js';
import { FRONT_END } from './browser.js';
import { CLIENT, startProvider, type TestProvider } from './provider.js';

export interface OpenidSite {
  readonly app: TestApp;
  readonly provider: TestProvider;
  /** Base URL of the API, as browsers and the provider use it. */
  readonly url: string;
  /** Signs a browser in at the provider as a subject, and returns the URL where it ends. */
  signIn(browser: Browser, who: string | undefined, redirect?: string): Promise<URL>;
  /** Returns the username of a browser's signed-in user; undefined if anonymous. */
  nameOf(browser: Browser): Promise<string | undefined>;
  rows(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  close(): Promise<void>;
}

export interface OpenidSiteOptions {
  /** Members of the provider's configuration. */
  readonly provider?: JsonObject;
  readonly user?: JsonObject;
  /** Replaces the real provider. */
  readonly issuer?: string;
  readonly log?: Logger;
  readonly clock?: Clock;
  readonly env?: Readonly<Record<string, string>>;
  /** Additional members of `openid_connect`. */
  readonly openidConnect?: JsonObject;
}

export const PASSWORD = 'correct horse battery';

/** Starts the real application and a real provider, each on a separate port. */
export async function startOpenidSite(options: OpenidSiteOptions = {}): Promise<OpenidSite> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const prefix = '/_api';
  const provider = await startProvider(origin + prefix);
  const app = await startTestApp({
    port,
    ...(options.log === undefined ? {} : { log: options.log }),
    ...(options.clock === undefined ? {} : { clock: options.clock }),
    config: {
      api_prefix: prefix,
      user: {
        class_name: 'User',
        email_links: { allowed_origins: ['https://www\\.example\\.com'], default_origin: FRONT_END },
        ...options.user,
      },
      openid_connect: {
        ...options.openidConnect,
        providers: {
          op: {
            label: 'The Provider',
            issuer: options.issuer ?? provider.issuer,
            client_id: CLIENT.id,
            ...options.provider,
          },
        },
      },
    },
    env: { PUBLIC_URL: origin, OPENID_CONNECT_OP_SECRET: CLIENT.secret, ...options.env },
  });
  const url = origin + prefix;
  return {
    app,
    provider,
    url,
    async signIn(browser, who, redirect = '/') {
      provider.who = who;
      const page = await browser.visit(`${url}/login/oidc/op?redirect=${encodeURIComponent(redirect)}`);
      return page.url;
    },
    async nameOf(browser) {
      const page = await browser.send('GET', `${url}/me`, { accept: 'application/ld+json' });
      return page.status === 200 ? String((JSON.parse(page.text) as JsonObject).username) : undefined;
    },
    rows: async (sql) => app.app.database.all(sql),
    async close() {
      await app.close();
      await provider.close();
    },
  };
}

/** Creates an account with a verified address. */
export async function anAccount(
  { app }: Pick<OpenidSite, 'app'>,
  username: string,
  role = 'ROLE_USER',
): Promise<string> {
  const outcome = await app.app.get(ACCOUNTS).createAccount({
    username,
    emailAddress: `${username}@example.com`,
    password: PASSWORD,
    role,
    enabled: true,
    overwrite: false,
  });
  if (outcome.kind === 'refused') throw new Error(JSON.stringify(outcome.violations));
  return outcome.user.id;
}
