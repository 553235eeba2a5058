import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createHttpServer } from '../../runtime/console/http-server.js';

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => void probe.listen(0, '127.0.0.1', resolve));
  // A listening TCP server has an address object.
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

const HOST = '127.0.0.1';

describe('HTTP server of the console', () => {
  test('a replaced application answers the next request', async () => {
    const server = createHttpServer((_request, response) => void response.end('old'));
    const port = await freePort();
    await server.listen(port, HOST);
    onTestFinished(() => server.close());
    expect(await (await fetch(`http://${HOST}:${port}`)).text()).toBe('old');
    server.replace((_request, response) => void response.end('new'));
    expect(await (await fetch(`http://${HOST}:${port}`)).text()).toBe('new');
  });

  test('closing waits for open requests and takes no new ones', async () => {
    let finish: () => void = () => undefined;
    const server = createHttpServer((_request, response) => {
      finish = () => void response.end('done');
    });
    const port = await freePort();
    await server.listen(port, HOST);
    const open = fetch(`http://${HOST}:${port}`).then((response) => response.text());
    await new Promise((resolve) => setTimeout(resolve, 100));
    let isClosed = false;
    const closed = server.close().then(() => (isClosed = true));
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(isClosed).toBe(false);
    await expect(fetch(`http://${HOST}:${port}`)).rejects.toThrow('fetch failed');
    finish();
    expect(await open).toBe('done');
    await closed;
  });

  test('an open request cannot hold the server for ever', async () => {
    const server = createHttpServer(() => undefined);
    const port = await freePort();
    await server.listen(port, HOST);
    const open = fetch(`http://${HOST}:${port}`).catch((error: unknown) => error);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await server.close(100);
    expect(await open).toBeInstanceOf(Error);
  });

  test('a body that stands still cannot hold a connection for ever', async () => {
    const server = createHttpServer(() => undefined, { windowMilliseconds: 80, minimumBytes: 10 });
    const port = await freePort();
    await server.listen(port, HOST);
    onTestFinished(() => server.close());
    const body = new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('abc')) });
    const init = { method: 'POST', body, duplex: 'half' } as const;
    expect((await fetch(`http://${HOST}:${port}`, init)).status).toBe(408);
  });

  test('a taken port is reported with another one to try', async () => {
    const first = createHttpServer(() => undefined);
    const port = await freePort();
    await first.listen(port, HOST);
    onTestFinished(() => first.close());
    await expect(createHttpServer(() => undefined).listen(port, HOST)).rejects.toThrow(
      `Port ${port} of 127.0.0.1 is in use. Stop what runs there, or choose another: --port ${port + 1}.`,
    );
  });
});
