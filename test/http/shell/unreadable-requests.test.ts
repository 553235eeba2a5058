import type { RequestListener } from 'node:http';
import { expect, describe, onTestFinished, test } from 'vitest';
import { createHttpServer } from '../../../runtime/adapters/http/server.js';
import { IDLE_TIMEOUT } from '../../../runtime/adapters/http/idle-timeout.js';
import { openRawConnection, requestHead } from '../../support/raw-connection.js';
import { CONFIG } from './support.js';

const SECRET = 's3cret';

const answersOk: RequestListener = (request, response) => {
  request.resume().once('end', () => response.end('ok'));
};

async function start(
  listener: RequestListener = answersOk,
  limits = { headersMilliseconds: 20_000, idleTimeout: IDLE_TIMEOUT },
): Promise<(text: string) => Promise<string>> {
  const server = createHttpServer({ listener, config: CONFIG }, limits);
  const { port } = await server.listen(0, '127.0.0.1');
  onTestFinished(() => server.close(0));
  return (text) => openRawConnection(port, text).ended;
}

/** Splits the responses of one connection, each with its status, headers and body. */
function readAnswers(text: string): { status: number; headers: Record<string, string>; body: string }[] {
  const answers = [];
  for (let rest = text; rest !== '';) {
    const end = rest.indexOf('\r\n\r\n');
    const [line = '', ...lines] = rest.slice(0, end).split('\r\n');
    const headers = Object.fromEntries(
      lines
        .map((header) => header.split(': ', 2))
        .map(([name = '', value = '']) => [name.toLowerCase(), value]),
    );
    const bodyEnd = end + 4 + Number(headers['content-length']);
    answers.push({ status: Number(line.split(' ')[1]), headers, body: rest.slice(end + 4, bodyEnd) });
    rest = rest.slice(bodyEnd);
  }
  return answers;
}

function expectProblem(text: string, status: number, detail: string): void {
  const [answer, ...more] = readAnswers(text);
  expect(more).toEqual([]);
  expect(answer).toMatchObject({
    status,
    headers: {
      'content-type': 'application/problem+json; charset=utf-8',
      'cache-control': 'no-cache, private',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'deny',
      connection: 'close',
      date: expect.stringMatching(/ GMT$/),
    },
  });
  expect(answer?.headers['link']).toContain('/_api/docs.jsonld>; rel=');
  expect(JSON.parse(answer?.body ?? '')).toEqual({
    '@context': '/_api/contexts/Error',
    '@id': `/_api/errors/${status}`,
    '@type': 'Error',
    title: 'An error occurred',
    detail,
    status,
    type: `/errors/${status}`,
    description: detail,
  });
  expect(text).not.toContain(SECRET);
}

const NO_HTTP = 'The request is not valid HTTP.';

describe('an unreadable request gets a problem document', () => {
  test.for<[which: string, text: string, status: number, detail: string]>([
    ['a broken method', `GE@T /${SECRET} HTTP/1.1\r\nHost: a\r\n\r\n`, 400, NO_HTTP],
    ['another protocol', `\x16\x03\x01${SECRET}`, 400, NO_HTTP],
    ['a broken header', `GET / HTTP/1.1\r\nHost: a\r\n${SECRET}\r\n\r\n`, 400, NO_HTTP],
    [
      'two lengths of its body',
      requestHead('POST /', 'Content-Length: 3', 'Transfer-Encoding: chunked') + `${SECRET}`,
      400,
      NO_HTTP,
    ],
    ['no host', `GET /${SECRET} HTTP/1.1\r\n\r\n`, 400, 'The request has no "Host" header.'],
    [
      'headers that are too large',
      requestHead('GET /', `Cookie: ${SECRET.repeat(20_000)}`),
      431,
      'The request line and the headers are larger than 16384 bytes.',
    ],
    [
      'an unknown expectation',
      requestHead('POST /', `Expect: ${SECRET}`, 'Content-Length: 3'),
      417,
      'The "Expect" header supports only "100-continue". Remove the header.',
    ],
    ['a wish for a tunnel', requestHead(`CONNECT ${SECRET}:80`), 405, 'This server is not a proxy.'],
    [
      'a chunk of no length',
      requestHead('POST /', 'Transfer-Encoding: chunked') + `${SECRET}\r\n`,
      400,
      NO_HTTP,
    ],
    [
      'endless chunk extensions',
      requestHead('POST /', 'Transfer-Encoding: chunked') + `1;${SECRET.repeat(5_000)}\r\na\r\n`,
      413,
      'The chunk extensions of the request body are too large.',
    ],
  ])('that states the problem: %s', async ([, text, status, detail]) => {
    const send = await start();
    expectProblem(await send(text), status, detail);
  });

  test('if its headers never end', async () => {
    const send = await start(answersOk, { headersMilliseconds: 100, idleTimeout: IDLE_TIMEOUT });
    const detail = 'The headers of the request did not arrive in time.';
    expectProblem(await send(`GET /${SECRET} HTTP/1.1\r\nHost: a\r\n`), 408, detail);
  });

  test('in the configured naming style', async () => {
    const server = createHttpServer({ listener: answersOk, config: { ...CONFIG, hydraPrefix: true } });
    const { port } = await server.listen(0, '127.0.0.1');
    onTestFinished(() => server.close(0));
    const [answer] = readAnswers(await openRawConnection(port, 'NO\r\n\r\n').ended);
    expect(JSON.parse(answer?.body ?? '')).toMatchObject({
      '@type': 'hydra:Error',
      'hydra:title': expect.any(String),
    });
  });
});

describe('unreadable data after a request', () => {
  test('waits for the response to the request', async () => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const send = await start((_request, response) => {
      void released.then(() => response.setHeader('Content-Length', '4').end('done'));
    });
    const said = send(requestHead('GET /') + 'GE@T / HTTP/1.1\r\n\r\n');
    setTimeout(release, 50);
    expect(readAnswers(await said)).toMatchObject([
      { status: 200, body: 'done' },
      { status: 400, headers: { connection: 'close' } },
    ]);
  });

  test('is ignored if the response is the last one of the connection', async () => {
    const send = await start((_request, response) => {
      setImmediate(() => response.setHeader('Content-Length', '4').end('done'));
    });
    const said = await send(requestHead('GET /', 'Connection: close') + 'GE@T / HTTP/1.1\r\n\r\n');
    expect(readAnswers(said)).toMatchObject([{ status: 200, body: 'done' }]);
  });

  test('ends the connection if it is the body of the current request', async () => {
    const send = await start((_request, response) => {
      response.setHeader('Content-Length', '100').write('begun');
    });
    const said = await send(requestHead('POST /', 'Transfer-Encoding: chunked') + '1\r\na\r\nnonsense\r\n');
    expect(said).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\n\r\nbegun$/);
  });
});

describe('a repeated single-value header', () => {
  const request = (...headers: readonly string[]): string =>
    ['GET / HTTP/1.1', 'Host: example.com', 'Connection: close', ...headers, '', ''].join('\r\n');

  test.each([
    ['host', ['Host: evil.example.com']],
    ['host', ['host: example.com']],
    ['authorization', ['Authorization: Bearer a', 'Authorization: Bearer b']],
    ['content-type', ['Content-Type: application/json', 'content-type: text/plain']],
    ['origin', ['Origin: https://a.example.com', 'Origin: https://b.example.com']],
    ['path', ['Path: /a', 'Path: /b']],
  ])('results in 400: %s', async (name, headers) => {
    const ask = await start();
    expectProblem(await ask(request(...headers)), 400, `The request has more than one "${name}" header.`);
  });

  test('is not among other headers', async () => {
    const ask = await start();
    const lists = [
      'Accept: text/html',
      'Accept: text/plain',
      'Cookie: a=1',
      'Cookie: b=2',
      'Vary: a',
      'Vary: b',
    ];
    expect(await ask(request(...lists))).toMatch(/^HTTP\/1\.1 200 /);
  });
});
