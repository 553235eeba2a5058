import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

/** A request as the receiver read it. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly raw: string;
  readonly body: { readonly type: string; readonly timestamp: string; readonly data: Data };
  /** Status of the response. */
  readonly status: number;
}

type Data = Readonly<Record<string, unknown>>;

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

type Judge = (received: Omit<Received, 'status'>) => Reply | 'hang' | Promise<Reply | 'hang'>;

export interface WebhookReceiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** Returns requests that were answered with 200, as type and data. */
  accepted(path?: string): readonly (readonly [string, Data])[];
  /** Sets the response to following requests; initially 200. */
  evaluate(by: Judge): void;
  clear(): void;
  close(): Promise<void>;
}

/** A server that receives webhooks, as other systems do. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: Received[] = [];
  let evaluate: Judge = () => ({ status: 200, body: 'thanks' });
  const server = createServer((request, response) => {
    void text(request).then(async (raw) => {
      const { url: path = '', headers } = request;
      const one = { path, headers, raw, body: JSON.parse(raw) as Received['body'] };
      const reply = await evaluate(one);
      if (reply === 'hang') {
        received.push({ ...one, status: 0 });
        return;
      }
      received.push({ ...one, status: reply.status });
      response.writeHead(reply.status, reply.headers).end(reply.body ?? '');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    accepted: (path) =>
      received
        .filter((one) => one.status === 200 && (path === undefined || one.path === path))
        .map(({ body: { type, data } }) => [type, data] as const),
    evaluate: (by) => void (evaluate = by),
    clear: () => void received.splice(0),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Verifies a request with the library that receivers use.
 * @throws Error if the signature is invalid
 */
export function verified(secret: string, { raw, headers }: Pick<Received, 'raw' | 'headers'>): unknown {
  // The library reads the three headers of the standard, which are strings.
  return new Webhook(secret).verify(raw, headers as Record<string, string>);
}
