import { request as openRequest } from 'node:http';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Endpoint } from '../../../runtime/kernel/contract/http/http.js';
import { CONFIG, echo, readsJson, type Shell, startShell } from './support.js';

/** A promise that requests wait for. */
function guard(): { readonly opens: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const opens = new Promise<void>((resolve) => (open = resolve));
  return { opens, open: () => open() };
}

async function start(
  endpoints: readonly Endpoint[],
  limits: Partial<(typeof CONFIG)['limits']>,
): Promise<Shell> {
  const shell = await startShell(endpoints, { config: { limits: { ...CONFIG.limits, ...limits } } });
  onTestFinished(() => shell.close());
  return shell;
}

/** An endpoint that responds once the guard is open, and counts its requests. */
function waiting(until: Promise<void>): { readonly endpoint: Endpoint; readonly come: () => number } {
  let come = 0;
  const endpoint = echo('GET', '/waiting', {
    async handle() {
      come += 1;
      await until;
      return { status: 200, body: {} };
    },
  });
  return { endpoint, come: () => come };
}

const overloaded = {
  status: 503,
  json: { status: 503, detail: 'The service is overloaded. Retry later.' },
  headers: { 'retry-after': '1', 'content-type': 'application/problem+json; charset=utf-8' },
};
const overdue = {
  status: 503,
  json: { status: 503, detail: 'The request exceeded the time limit of the service.' },
  headers: { 'retry-after': '5' },
};

describe('limits.requests', () => {
  test('rejects one request too many with 503 immediately, while the others continue', async () => {
    const { opens, open } = guard();
    const { endpoint, come } = waiting(opens);
    const shell = await start([endpoint, echo('GET', '/_/health')], { requests: 2 });
    const held = [shell.send('GET', '/_api/waiting'), shell.send('GET', '/_api/waiting')];
    await expect.poll(come).toBe(2);
    expect(await shell.send('GET', '/_api/waiting')).toMatchObject(overloaded);
    expect(await shell.send('GET', '/_api/nowhere')).toMatchObject(overloaded);
    expect(come()).toBe(2);
    // Monitors and load balancers still get a response.
    expect((await shell.send('GET', '/_api/_/health')).status).toBe(200);
    open();
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await shell.send('GET', '/_api/waiting')).status).toBe(200);
    expect(shell.log.filter(({ msg }) => msg !== 'request')).toEqual([]);
  });

  test('does not count a download once its response has begun', async () => {
    const body = new PassThrough();
    const file = echo('GET', '/file', {
      produces: ['*/*'],
      handle: () => Promise.resolve({ status: 200, content: body, contentType: 'text/plain' }),
    });
    const shell = await start([file, echo('GET', '/other')], { requests: 1 });
    body.write('the first part');
    const download = await fetch(`${shell.url}/_api/file`);
    expect((await shell.send('GET', '/_api/other')).status).toBe(200);
    body.end(', and the rest');
    expect(await download.text()).toBe('the first part, and the rest');
    expect((await shell.send('GET', '/_api/other')).status).toBe(200);
  });

  test('does not count a request whose client disconnects', async () => {
    const { opens, open } = guard();
    const { endpoint, come } = waiting(opens);
    const shell = await start([endpoint, echo('GET', '/other')], { requests: 1 });
    const leaving = openRequest(`${shell.url}/_api/waiting`).on('error', () => undefined);
    leaving.end();
    await expect.poll(come).toBe(1);
    leaving.destroy();
    open();
    await expect.poll(async () => (await shell.send('GET', '/_api/other')).status).toBe(200);
  });
});

describe('limits.request_ms', () => {
  test('results in 503 for a longer request, which is logged once', async () => {
    const { opens, open } = guard();
    const { endpoint } = waiting(opens);
    const shell = await start([endpoint, echo('GET', '/other')], { requestMs: 100, requests: 1 });
    expect(await shell.send('GET', '/_api/waiting')).toMatchObject(overdue);
    // It no longer counts towards the limit, although its work cannot be aborted.
    expect((await shell.send('GET', '/_api/other')).status).toBe(200);
    open();
    expect(shell.log.filter(({ msg }) => msg !== 'request')).toEqual([
      expect.objectContaining({ msg: 'request timed out', pattern: '/waiting' }),
    ]);
  });

  test('starts when the body has arrived', async () => {
    const shell = await start([readsJson('POST', '/things', ['application/json'])], { requestMs: 300 });
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const request = openRequest(`${shell.url}/_api/things`, {
        method: 'POST',
        headers: { authorization: 'Bearer editor', 'content-type': 'application/json' },
      });
      request.once('response', (response) => resolve(response.resume().statusCode)).once('error', reject);
      request.write('{"a":');
      void sleep(900).then(() => request.end('1}'));
    });
    expect(status).toBe(201);
  });

  test('does not end a response that has begun', async () => {
    const body = new PassThrough();
    const file = echo('GET', '/file', {
      produces: ['*/*'],
      handle: () => Promise.resolve({ status: 200, content: body, contentType: 'text/plain' }),
    });
    const shell = await start([file], { requestMs: 100 });
    body.write('slow');
    const download = await fetch(`${shell.url}/_api/file`);
    await sleep(300);
    body.end('ly');
    expect(await download.text()).toBe('slowly');
  });
});
