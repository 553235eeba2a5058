import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import type { TestApp } from '../../support/test-app.js';

export interface PurgeRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface AnswerContent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A server that receives purge requests and records them. */
export interface PurgedCache {
  readonly url: string;
  readonly requests: PurgeRequest[];
  /** Sets the response to following requests; initially 200 without content. */
  answer(status: number | 'never', content?: AnswerContent): void;
  close(): Promise<void>;
}

export async function startPurgedCache(): Promise<PurgedCache> {
  const requests: PurgeRequest[] = [];
  let status: number | 'never' = 200;
  let content: AnswerContent = {};
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    void text(request).then((body) => {
      requests.push({ method, url, headers, body });
      if (status !== 'never') response.writeHead(status, content.headers).end(content.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answer(given, more = {}) {
      status = given;
      content = more;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns all tags of the requests so far, whatever their header and separator. */
export const tagsIn = (requests: readonly PurgeRequest[]): readonly string[] =>
  requests.flatMap(({ headers }) => {
    const value = headers['xkey-purge'] ?? headers['surrogate-key'] ?? '';
    return String(value).split(/,? /);
  });

/** Resolves when everything written so far has been purged. */
export const isNotified = (app: TestApp): Promise<void> =>
  expect.poll(async () => (await app.app.outbox.metrics())[0]?.pending ?? 0).toBe(0);
