import type { TestApp, TestAppOptions } from '../../support/test-app.js';
import { startTestApp } from '../../support/test-app.js';
import { createTcpProxy, type TcpProxy } from '../../support/tcp-proxy.js';

/** An application whose database server can be made unavailable and available again. */
export interface BreakableApp extends TestApp {
  /** Closes all connections and rejects new ones. */
  breakDatabase(): Promise<void>;
  mendDatabase(): Promise<void>;
  /** Keeps connections and accepts new ones, but never responds. */
  pauseDatabase(): void;
  resumeDatabase(): void;
}

export async function startBreakableApp(options: TestAppOptions): Promise<BreakableApp> {
  const owner = await startTestApp(options);
  const { url, proxy } = await proxyTo(owner.config.database.url);
  const app = await startTestApp({ ...options, databaseUrl: url });
  return {
    ...app,
    breakDatabase: proxy.cut,
    mendDatabase: proxy.restore,
    pauseDatabase: proxy.pause,
    resumeDatabase: proxy.resume,
    async close() {
      await app.close();
      await proxy.close();
      await owner.close();
    },
  };
}

/** Creates a database address whose connections can be cut. */
export async function proxyTo(url: string): Promise<{ readonly url: string; readonly proxy: TcpProxy }> {
  const proxied = new URL(url);
  const proxy = await createTcpProxy({ host: proxied.hostname, port: Number(proxied.port) });
  proxied.hostname = '127.0.0.1';
  proxied.port = String(proxy.port);
  return { url: proxied.href, proxy };
}
