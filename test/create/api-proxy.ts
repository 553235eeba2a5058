import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The API URL of a front end. The connection behind it can fail, as in production. */
export interface ApiProxy {
  readonly url: string;
  /** `busy` responds with 503, `down` closes every connection. */
  state: 'up' | 'busy' | 'down';
  close(): void;
}

/**
 * Starts the proxy.
 * @param apiUrl its URL, with the prefix
 */
export async function startApiProxy(apiUrl: string): Promise<ApiProxy> {
  const { hostname, port, pathname } = new URL(apiUrl);
  const server = createServer((requested, answer) => {
    if (proxy.state === 'down') return void requested.socket.destroy();
    if (proxy.state === 'busy') {
      const origin = requested.headers.origin ?? '*';
      const cors = { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' };
      return void answer.writeHead(503, { 'content-type': 'application/problem+json', ...cors }).end('{}');
    }
    const { method, headers, url: path } = requested;
    const passed = request({ hostname, port, path, method, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    requested.pipe(passed);
  });
  // Closing a connection while a busy front end writes to it would cause an unrelated error.
  server.keepAliveTimeout = 600_000;
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const proxy: ApiProxy = {
    url: `http://localhost:${(server.address() as AddressInfo).port}${pathname}`,
    state: 'up',
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
  return proxy;
}
