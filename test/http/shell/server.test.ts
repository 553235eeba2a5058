import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createJsonLogger } from '../../../runtime/console/json-logger.js';
import { createHttpServer, ListenError, serverUrl } from '../../../runtime/adapters/http/server.js';
import type { HttpServer, ServedApplication } from '../../../runtime/adapters/http/server.js';
import { AppError } from '../../../runtime/kernel/errors/app-error.js';
import { openRawConnection, requestHead } from '../../support/raw-connection.js';
import { CONFIG, echo, startShell } from './support.js';

describe('the request log', () => {
  test('has one line per request with the pattern, never the URL', async () => {
    const lines: string[] = [];
    const sink = new Writable({
      write: (chunk: Buffer, _encoding, done) => (lines.push(chunk.toString()), done()),
    });
    const shell = await startShell([echo('GET', '/verify-email/{username}/{token}')], {
      log: createJsonLogger('info', sink),
    });
    const { headers } = await shell.send('GET', '/_api/verify-email/ed/s3cret-token?password=hunter2');
    await shell.send('GET', '/_api/nowhere/s3cret-token');
    await shell.close();
    const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(entries).toHaveLength(2);
    expect(entries[0]).toMatchObject({
      requestId: headers['x-request-id'],
      method: 'GET',
      pattern: '/verify-email/{username}/{token}',
      status: 200,
    });
    expect(entries[0]?.['ms']).toBeTypeOf('number');
    expect(entries[1]).toMatchObject({ pattern: null, status: 404 });
    expect(lines.join('')).not.toMatch(/s3cret|hunter2/);
  });

  test('redacts secrets and omits additional properties of errors', () => {
    const lines: string[] = [];
    const sink = new Writable({
      write: (chunk: Buffer, _encoding, done) => (lines.push(chunk.toString()), done()),
    });
    const log = createJsonLogger('info', sink);
    const cause = Object.assign(new Error('driver failed'), { parameters: ['s3cret'], code: '23505' });
    const err = new AppError({
      code: 'A.B',
      status: 500,
      publicMessage: 'failed',
      headers: { 'Set-Cookie': 's3cret' },
      cause,
    });
    log.error({ msg: 'x', err, password: 's3cret', headers: { cookie: 's3cret', authorization: 's3cret' } });
    expect(lines[0]).not.toContain('s3cret');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      msg: 'x',
      err: { code: 'A.B', message: 'failed', cause: { code: '23505' } },
    });
  });
});

/** A server that responds with `text`, or with `listener`. */
const applicationOf = (answer: string | RequestListener): ServedApplication => ({
  listener: typeof answer === 'string' ? (_request, response) => void response.end(answer) : answer,
  config: CONFIG,
});

const HOST = '127.0.0.1';

async function start(
  application: ServedApplication,
): Promise<{ readonly server: HttpServer; readonly port: number; readonly url: string }> {
  const server = createHttpServer(application);
  onTestFinished(() => server.close(0));
  return { server, ...(await server.listen(0, HOST)) };
}

const textAt = async (url: string): Promise<string> => (await fetch(url)).text();

/** A request that has arrived, and is completed by `finish`. */
function held(): { application: ServedApplication; arrived: Promise<void>; finish: (text: string) => void } {
  let hasArrived = (): void => undefined;
  const arrived = new Promise<void>((resolve) => (hasArrived = resolve));
  let finish: (text: string) => void = () => undefined;
  const application = applicationOf((_request, response) => {
    finish = (text) => void response.end(text);
    hasArrived();
  });
  return { application, arrived, finish: (text) => finish(text) };
}

describe('the server', () => {
  test('reports where it is listening, by its configured name', async () => {
    const { port, url } = await start(applicationOf('here'));
    expect(url).toBe(`http://${HOST}:${port}`);
    expect(await textAt(url)).toBe('here');
    expect(serverUrl(80, '::1')).toBe('http://[::1]:80');
  });

  test('uses the new application for the next request', async () => {
    const { server, url } = await start(applicationOf('old'));
    expect(await textAt(url)).toBe('old');
    server.replace(applicationOf('new'));
    expect(await textAt(url)).toBe('new');
  });

  test('completes an open request in the previous application', async () => {
    const { application, arrived, finish } = held();
    const { server, url } = await start(application);
    const open = textAt(url);
    await arrived;
    server.replace(applicationOf('new'));
    finish('old');
    expect(await open).toBe('old');
  });
});

describe('a closing server', () => {
  test('finishes open requests and accepts no new ones', async () => {
    const { application, arrived, finish } = held();
    const { server, url } = await start(application);
    const open = textAt(url);
    await arrived;
    let isClosed = false;
    const closed = server.close().then(() => (isClosed = true));
    await expect(fetch(url)).rejects.toThrow();
    expect(isClosed).toBe(false);
    finish('done');
    expect(await open).toBe('done');
    await closed;
  });

  test('drops open requests after its grace period', async () => {
    const { application, arrived } = held();
    const { server, url } = await start(application);
    const open = fetch(url).catch((error: unknown) => error);
    await arrived;
    await server.close(50);
    expect(await open).toBeInstanceOf(Error);
  });

  test('closes connections that are kept for a next request', async () => {
    const { server, port } = await start(applicationOf('kept'));
    const { socket, ended } = openRawConnection(port, requestHead('GET /'));
    await once(socket, 'data');
    await server.close(600_000);
    expect(await ended).toMatch(/Connection: keep-alive/);
  });

  test('closes connections that browsers have opened in advance and never used', async () => {
    const { server, port, url } = await start(applicationOf('used'));
    const { socket, ended } = openRawConnection(port, '');
    await once(socket, 'connect');
    expect(await textAt(url)).toBe('used');
    await server.close(600_000);
    expect(await ended).toBe('');
  });

  test('keeps no connection whose client continues to send requests', async () => {
    const { application, arrived, finish } = held();
    const { server, port } = await start(application);
    const { socket, ended } = openRawConnection(port, requestHead('GET /first'));
    await arrived;
    const closed = server.close(600_000);
    server.replace(applicationOf('last'));
    socket.write(requestHead('GET /second'));
    // The second request has arrived before the first is completed, so the connection is never idle between
    // them.
    await sleep(50);
    finish('first');
    await closed;
    expect(await ended).toMatch(/first[\s\S]*Connection: close[\s\S]*last/);
  });

  test('can be closed twice, or before it listens', async () => {
    const { server } = await start(applicationOf('x'));
    await Promise.all([server.close(), server.close()]);
    await server.close();
    await createHttpServer(applicationOf('x')).close();
  });
});

describe('a server that cannot listen', () => {
  const listen = (port: number, host: string): Promise<unknown> =>
    createHttpServer(applicationOf('x')).listen(port, host);

  test('suggests another port if its own is in use', async () => {
    const { port } = await start(applicationOf('first'));
    const other = port < 65_535 ? port + 1 : port - 1;
    const message = `Port ${port} on ${HOST} is already in use. Stop the other process, or choose another port with --port ${other} or PORT.`;
    await expect(listen(port, HOST)).rejects.toThrow(new ListenError(message));
  });

  test('reports that an address does not belong to this machine', async () => {
    const message =
      '192.0.2.1 is not an address of this machine. Set --host or HOST to 127.0.0.1 or 0.0.0.0.';
    await expect(listen(0, '192.0.2.1')).rejects.toThrow(new ListenError(message));
  });

  test('can try again', async () => {
    const { server: first, port } = await start(applicationOf('first'));
    const second = createHttpServer(applicationOf('second'));
    onTestFinished(() => second.close(0));
    await expect(second.listen(port, HOST)).rejects.toThrow('already in use');
    await first.close();
    expect(await textAt((await second.listen(port, HOST)).url)).toBe('second');
  });
});
