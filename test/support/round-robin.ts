import { createServer, request as openRequest } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A loopback proxy that distributes requests to other servers in turn. */
export interface RoundRobin {
  readonly port: number;
  /** Scheme, host and port. */
  readonly origin: string;
  /** Ports of the servers that receive further requests. */
  lead(ports: readonly number[]): void;
  close(): Promise<void>;
}

/**
 * Responds with 502 to a request that no server accepts, like common proxies. The caller does not know whether a write
 * was stored.
 */
export async function startRoundRobin(): Promise<RoundRobin> {
  let targets: readonly number[] = [];
  let turn = 0;
  const server = createServer((request, response) => {
    const port = targets[(turn += 1) % targets.length];
    const { method, url, headers } = request;
    const upstream = openRequest({ host: '127.0.0.1', port, method, path: url, headers, agent: false });
    const fail = (): void => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    };
    upstream.on('error', fail).on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.on('error', fail).pipe(response);
    });
    response.on('close', () => upstream.destroy());
    request.pipe(upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a listening TCP server has a port
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    lead: (ports) => void (targets = ports),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
