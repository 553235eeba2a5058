import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
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

describe('createThrottle', () => {
  test('answers 429 with Retry-After once the points are used, per key', async () => {
    const throttle = createThrottle({ points: 2, durationSeconds: 60 });
    await throttle.hit('a');
    await throttle.assertFree('a');
    await throttle.hit('a');
    await expect(throttle.hit('a')).rejects.toMatchObject({ status: 429, headers: { 'Retry-After': '60' } });
    await expect(throttle.assertFree('a')).rejects.toMatchObject({ status: 429 });
    await throttle.hit('b');
    await throttle.reset('a');
    await throttle.hit('a');
  });
});
