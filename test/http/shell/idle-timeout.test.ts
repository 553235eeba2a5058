import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ANONYMOUS } from '../../../runtime/kernel/contract/context.js';
import { createHttpApp } from '../../../runtime/adapters/http/http-app.js';
import { createHttpServer } from '../../../runtime/adapters/http/server.js';
import { SILENT_LOGGER } from '../../../runtime/kernel/ports/logger.js';
import { openRawConnection, requestHead } from '../../support/raw-connection.js';
import type { RawConnection } from '../../support/raw-connection.js';
import { CONFIG, echo, NOW, ORIGINS } from './support.js';
import { createMessages } from '../../../runtime/kernel/messages/messages.js';

const IDLE_TIMEOUT = { windowMilliseconds: 80, minimumBytes: 10 };
/** More than the system buffers for a connection between two programs. */
const LONG = 40_000_000;

async function start(
  listener: RequestListener,
  idleTimeout = IDLE_TIMEOUT,
): Promise<(text: string) => RawConnection> {
  const application = { listener, config: CONFIG };
  const server = createHttpServer(application, { headersMilliseconds: 20_000, idleTimeout });
  const { port } = await server.listen(0, '127.0.0.1');
  onTestFinished(() => server.close(0));
  return (text) => openRawConnection(port, text);
}

describe('a request body', () => {
  const post = (...headers: readonly string[]): string =>
    requestHead('POST /', 'Connection: close', ...headers);
  const takes: RequestListener = (request, response) => {
    request.resume().once('end', () => response.end('taken'));
  };

  test.each([
    ['of a known length', post('Content-Length: 100') + 'abc'],
    ['of an unknown length', post('Transfer-Encoding: chunked') + '3\r\nabc\r\n'],
    ['that never begins', post('Content-Length: 100')],
  ])('%s that never ends results in 408, as a problem document', async (_which, text) => {
    const open = await start(takes);
    const [head = '', body = ''] = (await open(text).ended).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 408 /);
    expect(head).toMatch(/Connection: close/);
    expect(head).toMatch(/Content-Type: application\/problem\+json/);
    const detail = 'The body of the request did not arrive in time.';
    expect(JSON.parse(body)).toMatchObject({ '@type': 'Error', status: 408, detail, description: detail });
  });

  test('does not time out while the server is not reading it', async () => {
    const open = await start((request, response) => {
      void sleep(4 * IDLE_TIMEOUT.windowMilliseconds).then(() => takes(request, response));
    });
    const { ended } = open(post('Content-Length: 1000000') + 'x'.repeat(1_000_000));
    expect(await ended).toMatch(/^HTTP\/1\.1 200 [\s\S]*taken$/);
  });
});

describe('a response', () => {
  const get = (path = '/'): string => requestHead(`GET ${path}`, 'Connection: close');

  /** Sends a request without reading the response. */
  function openAndStall(open: (text: string) => RawConnection, path?: string): RawConnection {
    const connection = open(get(path));
    connection.socket.pause();
    return connection;
  }

  test('ends if its client does not read it', async () => {
    let answering: ServerResponse | undefined;
    const open = await start((_request, response) => {
      answering = response;
      response.end(Buffer.alloc(LONG));
    });
    const { socket, ended } = openAndStall(open);
    await expect.poll(() => answering?.closed, { timeout: 20_000 }).toBe(true);
    socket.resume();
    expect((await ended).length).toBeLessThan(LONG);
  });

  test('ends if its client does not read it, whatever the client continues to send', async () => {
    let answering: ServerResponse | undefined;
    const open = await start((request, response) => {
      answering = response;
      request.resume();
      response.end(Buffer.alloc(LONG));
    });
    const { socket } = open(requestHead('POST /', 'Content-Length: 1000000'));
    socket.pause();
    const sending = setInterval(() => socket.write('x'.repeat(100)), 10);
    onTestFinished(() => clearInterval(sending));
    await expect.poll(() => answering?.closed, { timeout: 20_000 }).toBe(true);
  });

  test('is sent completely to a slow client', async () => {
    const idleTimeout = { ...IDLE_TIMEOUT, windowMilliseconds: 240 };
    const began = Date.now();
    let lasted = 0;
    const app = createHttpApp({
      log: SILENT_LOGGER,
      clock: { now: () => NOW },
      authenticator: { authenticate: async () => ({ actor: ANONYMOUS, cookies: [] }) },
      endpoints: [
        echo('GET', '/long', { handle: async () => ({ status: 200, content: Buffer.alloc(LONG, 'x') }) }),
      ],
      config: CONFIG,
      origins: ORIGINS,
      messages: createMessages([]),
    });
    const open = await start((request, response) => {
      response.once('finish', () => (lasted = Date.now() - began));
      app(request, response);
    }, idleTimeout);
    const { socket, ended } = openAndStall(open, '/_api/long');
    let isOver = false;
    let taken = 0;
    socket.on('data', (chunk: Buffer) => (taken += chunk.length));
    void ended.then(() => (isOver = true));
    // Reads a part between any two checks, for several windows.
    while (!isOver) {
      socket.resume();
      const target = taken + 2_500_000;
      while (!isOver && taken < target) await Promise.race([once(socket, 'data'), ended]);
      if (!isOver) socket.pause();
      await sleep(40);
    }
    expect(taken).toBeGreaterThan(LONG);
    // Otherwise this would not test slow clients.
    expect(lasted).toBeGreaterThan(idleTimeout.windowMilliseconds);
  });

  test('can be silent while there is no data', async () => {
    const open = await start((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: one\n\n');
      void sleep(6 * IDLE_TIMEOUT.windowMilliseconds).then(() => response.end('data: two\n\n'));
    });
    expect(await open(get()).ended).toMatch(/data: one[\s\S]*data: two/);
  });

  test('can take long to begin', async () => {
    const open = await start((_request, response) => {
      void sleep(6 * IDLE_TIMEOUT.windowMilliseconds).then(() => response.end('at last'));
    });
    expect(await open(get()).ended).toMatch(/at last$/);
  });
});
