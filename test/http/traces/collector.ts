import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as received over OTLP (JSON). */
export interface Received {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  readonly isFailed: boolean;
}

export interface Collector {
  readonly url: string;
  /** All spans received so far. */
  readonly spans: readonly Received[];
  /** Attributes of the service that sent them. */
  readonly resource: Readonly<Record<string, unknown>>;
  /** All received text, unchanged. */
  readonly text: string;
  close(): Promise<void>;
}

interface Value {
  readonly stringValue?: string;
  readonly intValue?: number | string;
  readonly boolValue?: boolean;
}
type Attributes = readonly { readonly key: string; readonly value: Value }[];

interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Attributes };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<Received, 'attributes' | 'isFailed'> & {
        readonly attributes?: Attributes;
        readonly status?: { readonly code?: number };
      })[];
    }[];
  }[];
}

/** A receiver of traces over OTLP/HTTP, like a collector. */
export async function startCollector(): Promise<Collector> {
  const spans: Received[] = [];
  let resource: Record<string, unknown> = {};
  let text = '';
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      text += body;
      for (const one of (JSON.parse(body) as Sent).resourceSpans) {
        resource = plain(one.resource.attributes);
        for (const { attributes = [], status, ...span } of one.scopeSpans.flatMap((scope) => scope.spans))
          spans.push({ ...span, attributes: plain(attributes), isFailed: status?.code === 2 });
      }
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // listening on TCP
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    get resource() {
      return resource;
    },
    get text() {
      return text;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const plain = (attributes: Attributes): Record<string, string | number | boolean> =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ??
        (value.intValue === undefined ? (value.boolValue ?? false) : Number(value.intValue)),
    ]),
  );
