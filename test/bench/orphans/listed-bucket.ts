import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A bucket without content. It lists its objects, and supports only their deletion. */
export interface ListedBucket {
  readonly endpoint: string;
  readonly deleted: () => number;
  close(): Promise<void>;
}

const PAGE = 1000;

/** `keyOf` returns the key of an object by its number, starting at 0. */
export async function startListedBucket(
  count: number,
  keyOf: (number: number) => string,
): Promise<ListedBucket> {
  let deleted = 0;
  const object = (number: number): string =>
    `<Contents><Key>${keyOf(number)}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified><Size>1000</Size></Contents>`;
  const page = (first: number): string => {
    const next = Math.min(first + PAGE, count);
    const objects = Array.from({ length: next - first }, (_, index) => object(first + index)).join('');
    const more =
      next === count
        ? '<IsTruncated>false</IsTruncated>'
        : `<IsTruncated>true</IsTruncated><NextContinuationToken>${next}</NextContinuationToken>`;
    return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult>${more}${objects}</ListBucketResult>`;
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://bucket');
    if (request.method === 'DELETE') {
      deleted += 1;
      response.writeHead(204).end();
    } else if (url.searchParams.has('list-type')) {
      const first = Number(url.searchParams.get('continuation-token') ?? 0);
      response.writeHead(200, { 'content-type': 'application/xml' }).end(page(first));
    } else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    endpoint: `http://127.0.0.1:${port}`,
    deleted: () => deleted,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
