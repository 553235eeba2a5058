import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createHttpServer } from '../../runtime/console/http-server.js';
import { freePort } from '../support/free-port.js';

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
    let arrive: (finish: () => void) => void = () => undefined;
    const arrived = new Promise<() => void>((resolve) => (arrive = resolve));
    const server = createHttpServer((_request, response) => arrive(() => void response.end('done')));
    const port = await freePort();
    await server.listen(port, HOST);
    const open = fetch(`http://${HOST}:${port}`).then((response) => response.text());
    const finish = await arrived;
    let isClosed = false;
    const closed = server.close().then(() => (isClosed = true));
    await sleep(150);
    expect(isClosed).toBe(false);
    await expect(fetch(`http://${HOST}:${port}`)).rejects.toThrow('fetch failed');
    finish();
    expect(await open).toBe('done');
    await closed;
  });

  test('an open request cannot hold the server for ever', async () => {
    let arrive: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const server = createHttpServer(() => arrive());
    const port = await freePort();
    await server.listen(port, HOST);
    const open = fetch(`http://${HOST}:${port}`).catch((error: unknown) => error);
    await arrived;
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
