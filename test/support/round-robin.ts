import { createServer, request as openRequest } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy of the loopback interface that gives one request after the other to another server. */
export interface RoundRobin {
  readonly port: number;
  /** Scheme, host and port. */
  readonly origin: string;
  /** Ports of the servers that requests go to from now on. */
  lead(ports: readonly number[]): void;
  close(): Promise<void>;
}

/** What no server took is answered 502, as by the proxies that sites have: whether a write was stored is not known then. */
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
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
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
