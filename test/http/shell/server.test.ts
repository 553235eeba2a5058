import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createPinoLogger } from '../../../runtime/http/logging.js';
import { startServer } from '../../../runtime/http/server.js';
import { createThrottle } from '../../../runtime/http/throttle.js';
import { AppError } from '../../../runtime/errors/app-error.js';
import { echo, startShell } from './support.js';

describe('the request log', () => {
  test('has one line per request with the pattern, never the URL', async () => {
    const lines: string[] = [];
    const sink = new Writable({
      write: (chunk: Buffer, _encoding, done) => (lines.push(chunk.toString()), done()),
    });
    const shell = await startShell([echo('GET', '/verify-email/{username}/{token}')], {
      log: createPinoLogger('info', sink),
    });
    const { headers } = await shell.send('GET', '/_api/verify-email/ed/s3cret-token?password=hunter2');
    await shell.send('GET', '/_api/nowhere/s3cret-token');
    await shell.close();
    const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(entries).toHaveLength(2);
    expect(entries[0]).toMatchObject({
      id: headers['x-request-id'],
      method: 'GET',
      pattern: '/verify-email/{username}/{token}',
      status: 200,
    });
    expect(entries[0]?.['ms']).toBeTypeOf('number');
    expect(entries[1]).toMatchObject({ pattern: null, status: 404 });
    expect(lines.join('')).not.toMatch(/s3cret|hunter2/);
  });

  test('blanks secrets and leaves out what errors carry beside their message', () => {
    const lines: string[] = [];
    const sink = new Writable({
      write: (chunk: Buffer, _encoding, done) => (lines.push(chunk.toString()), done()),
    });
    const log = createPinoLogger('info', sink);
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

describe('startServer', () => {
  test('finishes open requests when it closes', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let hasArrived = (): void => undefined;
    const arrived = new Promise<void>((resolve) => (hasArrived = resolve));
    const slow = echo('GET', '/slow', {
      handle: async () => {
        hasArrived();
        await held;
        return { status: 200, body: { done: true } };
      },
    });
    const shell = await startShell([slow]);
    const answer = fetch(`${shell.url}/_api/slow`);
    await arrived;
    const closed = shell.close();
    await expect(fetch(`${shell.url}/_api/slow`)).rejects.toThrow();
    release();
    expect(await (await answer).json()).toEqual({ done: true });
    await closed;
  });

  test('says what to do when the port is taken', async () => {
    const first = await startServer(() => undefined, { port: 0, host: '127.0.0.1' });
    const second = startServer(() => undefined, { port: first.port, host: '127.0.0.1' });
    await expect(second).rejects.toThrow(
      `Port ${first.port} of 127.0.0.1 is already in use. Stop the other server`,
    );
    await first.close();
    await first.close();
  });
});

describe('the body of a request', () => {
  const pace = { windowMilliseconds: 80, minimumBytes: 10 };
  /** A server that takes bodies when `ready` resolves; answers a function that sends text and what came back. */
  async function startReader(
    ready: Promise<void> = Promise.resolve(),
  ): Promise<(text: string) => Promise<string>> {
    const server = await startServer(
      (request, response) => {
        void ready.then(() => request.resume().once('end', () => response.end('taken')));
      },
      { port: 0, host: '127.0.0.1', bodyPace: pace, graceMilliseconds: 0 },
    );
    onTestFinished(() => server.close());
    return (text) =>
      new Promise((resolve) => {
        let received = '';
        const socket = connect(server.port, '127.0.0.1', () => socket.write(text));
        socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
        socket.on('error', () => undefined).on('close', () => resolve(received));
      });
  }
  const head = (...lines: readonly string[]): string =>
    ['POST / HTTP/1.1', 'Host: a', 'Connection: close', ...lines, '', ''].join('\r\n');

  test.each([
    ['of a known length', head('Content-Length: 100') + 'abc'],
    ['of an unknown length', head('Transfer-Encoding: chunked') + '3\r\nabc\r\n'],
    ['that never begins', head('Content-Length: 100')],
  ])('%s that never ends is 408', async (_which, text) => {
    const send = await startReader();
    expect(await send(text)).toMatch(/^HTTP\/1\.1 408 [\s\S]*Connection: close/);
  });

  test('does not come late when it is the server that does not read on', async () => {
    const length = 1_000_000;
    const send = await startReader(sleep(4 * pace.windowMilliseconds));
    const answer = await send(head(`Content-Length: ${length}`) + 'x'.repeat(length));
    expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*taken$/);
  });
});

describe('createThrottle', () => {
  test('answers 429 with Retry-After once the points are used, per key', async () => {
    const throttle = createThrottle({ points: 2, durationSeconds: 60 });
    await throttle.hit('a');
    await throttle.assertFree('a');
    await throttle.hit('a');
    await expect(throttle.hit('a')).rejects.toMatchObject({
      status: 429,
      headers: { 'Retry-After': expect.stringMatching(/^([1-5]?\d|60)$/) },
    });
    await expect(throttle.assertFree('a')).rejects.toMatchObject({ status: 429 });
    await throttle.hit('b');
    await throttle.reset('a');
    await throttle.hit('a');
  });
});
