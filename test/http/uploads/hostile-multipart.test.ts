import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestResponse } from '../../support/test-client.js';
import type { UploadsApp } from './support.js';
import { mediaObjects, picture, startUploadsApp, toTestResponse } from './support.js';

const BROCHURES = '/component/brochures';
const HEAD = 'Content-Disposition: form-data; name="documentFile"';

let app: UploadsApp;
beforeAll(async () => {
  app = await startUploadsApp({ config: { uploads: { max_bytes: 3_000_000 } } });
});
afterAll(() => app.close());

/** Returns one part with these header lines. */
const part = (headers: string, content = 'text'): string => `--b\r\n${headers}\r\n\r\n${content}\r\n`;

async function send(body: string | Uint8Array, headers: Record<string, string> = {}): Promise<TestResponse> {
  const response = await app.raw(`${BROCHURES}/upload`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b', ...headers },
    body,
  });
  return toTestResponse(response);
}

async function countRows(): Promise<number> {
  const { database } = app.app;
  const rows = await database.all(`select t.id as id from ${database.table('brochures')} t`);
  return rows.length;
}

async function countInfos(): Promise<number> {
  const { database } = app.app;
  const rows = await database.all(
    `select f.id as id from ${database.table('imagine_cached_file_metadata')} f`,
  );
  return rows.length;
}

interface Kept {
  readonly files: readonly string[];
  readonly rows: number;
  readonly infos: number;
}

const keptNow = async (): Promise<Kept> => ({
  files: await app.files('private', 'variants'),
  rows: await countRows(),
  infos: await countInfos(),
});

describe('a malformed multipart body', () => {
  let before: Kept;
  beforeEach(async () => {
    before = await keptNow();
  });

  test.each([
    ['has another boundary', part(`${HEAD}; filename="a.txt"`) + '--b--\r\n', 'boundary=other'],
    ['is empty', '', 'boundary=b'],
    ['is not multipart at all', 'just text', 'boundary=b'],
    ['has an empty boundary', part(`${HEAD}; filename="a.txt"`) + '--b--\r\n', 'boundary='],
    ['ends within a part header', `--b\r\n${HEAD}; filena`, 'boundary=b'],
    ['ends without the last boundary', part(`${HEAD}; filename="a.txt"`), 'boundary=b'],
    ['has an unterminated header line', `--b\r\nX: ${'x'.repeat(200_000)}`, 'boundary=b'],
    [
      'has a part header without a colon',
      part(`${HEAD}; filename="a.txt"\r\nbroken`) + '--b--\r\n',
      'boundary=b',
    ],
    ['has an invalid content type', part(HEAD) + '--b--\r\n', '; ; =;;boundary'],
  ])('results in 400 and stores nothing if it %s', async (_name, body, parameter) => {
    const response = await send(body, { 'content-type': `multipart/form-data; ${parameter}` });
    expect(response.status, response.text).toBe(400);
    expect(await keptNow()).toEqual(before);
  });

  test('results in 400 and stores nothing if it has more parts than any form', async () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `x${index}`);
    const many = names.map((name) => part(`Content-Disposition: form-data; name="${name}"`)).join('');
    const response = await send(`${many}${part(`${HEAD}; filename="late.txt"`)}--b--\r\n`);
    expect(response.status, response.text).toBe(400);
    expect(response.text).toContain('100');
    expect(await keptNow()).toEqual(before);
  });

  test('results in 415 and stores nothing if it is compressed', async () => {
    const body = part(`${HEAD}; filename="a.txt"`) + '--b--\r\n';
    const response = await send(body, { 'content-encoding': 'gzip' });
    expect(response.status, response.text).toBe(415);
    expect(await keptNow()).toEqual(before);
  });

  test.each([
    '__proto__',
    'constructor',
    'documentFile[0]',
    'documentFile[]',
    '../documentFile',
    'x'.repeat(300),
    '',
    'Ω',
  ])('results in 400 and stores nothing if a file is in a part named %j', async (name) => {
    const response = await send(
      `${part(`Content-Disposition: form-data; name="${name}"; filename="a.txt"`)}--b--\r\n`,
    );
    expect(response.status, response.text).toBe(400);
    expect(response.body['detail']).toBe(
      `${JSON.stringify(name.slice(0, 100))} is not an upload field of Brochure. Send the file as "documentFile", "cover".`,
    );
    expect(await keptNow()).toEqual(before);
  });
});

describe('a part of an upload field', () => {
  test('that is repeated results in 400 before the second file is read, and nothing is stored', async () => {
    const bytes = await picture(40, 30);
    const cover = 'Content-Disposition: form-data; name="cover"; filename=';
    const before = await app.files('private', 'variants');
    const response = await send(
      Buffer.concat([
        Buffer.from(`--b\r\n${cover}"first.png"\r\n\r\n`),
        bytes,
        Buffer.from(`\r\n--b\r\n${cover}"second.png"\r\n\r\n`),
        bytes,
        Buffer.from('\r\n--b--\r\n'),
      ]),
    );
    expect(response.status, response.text).toBe(400);
    expect(response.body.detail).toBe('The form has more than one part for "cover". Send a list as JSON.');
    expect(await app.files('private', 'variants')).toEqual(before);
  });

  test('that is empty is replaced by another one', async () => {
    const cover = 'Content-Disposition: form-data; name="cover"; filename=';
    const response = await send(
      Buffer.concat([
        Buffer.from(`--b\r\n${cover}""\r\n\r\n\r\n--b\r\n${cover}"small.png"\r\n\r\n`),
        await picture(40, 30),
        Buffer.from('\r\n--b--\r\n'),
      ]),
    );
    expect(response.status, response.text).toBe(201);
    expect(mediaObjects(response.body, 'cover')[0]).toMatchObject({ width: 40, height: 30 });
  });

  test.each([
    [
      'no file name but a content type',
      `${HEAD}\r\nContent-Type: application/octet-stream`,
      /^docs\/brochures\/file-[0-9a-f]{8}\.txt$/,
    ],
    [
      'a file name in another character set',
      `${HEAD}; filename*=iso-8859-1'en'%a3%20rates.txt`,
      /^docs\/brochures\/rates-[0-9a-f]{8}\.txt$/,
    ],
    ['a file name of dots', `${HEAD}; filename="...."`, /^docs\/brochures\/file-[0-9a-f]{8}\.txt$/],
    [
      'a file name of separators',
      `${HEAD}; filename="../..\\\\/"`,
      /^docs\/brochures\/file-[0-9a-f]{8}\.txt$/,
    ],
    ['a device name as file name', `${HEAD}; filename="CON"`, /^docs\/brochures\/con-[0-9a-f]{8}\.txt$/],
    [
      'a file name of 10,000 characters',
      `${HEAD}; filename="${'n'.repeat(10_000)}.txt"`,
      /^docs\/brochures\/n{100}-[0-9a-f]{8}\.txt$/,
    ],
  ])('with %s is stored under a plain name', async (_name, headers, path) => {
    const before = await app.files('private');
    const response = await send(`${part(headers)}--b--\r\n`);
    expect(response.status, response.text).toBe(201);
    const added = (await app.files('private')).filter((one) => !before.includes(one));
    expect(added).toEqual([expect.stringMatching(path)]);
  });

  test.each([
    'MULTIPART/Form-Data; BOUNDARY=b',
    'multipart/form-data;boundary="b"; charset=utf-8',
    '  multipart/form-data ; boundary=b',
  ])('is read under the content type %j', async (type) => {
    const response = await send(`${part(`${HEAD}; filename="a.txt"`)}--b--\r\n`, { 'content-type': type });
    expect(response.status, response.text).toBe(201);
    expect(mediaObjects(response.body, 'documentFile')).toHaveLength(1);
  });
});

describe("a Content-Length that differs from the body's", () => {
  /** Sends the start of a body with another announced length; returns the status. */
  async function announce(length: number, body: string): Promise<number> {
    const outgoing = request(`${app.origin}${app.config.apiPrefix}${BROCHURES}/upload`, {
      method: 'POST',
      headers: {
        authorization: await app.bearer(),
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': length,
      },
    });
    const answered = once(outgoing, 'response');
    outgoing.write(body);
    const [response] = (await answered) as [IncomingMessage]; // the only argument of the event
    const status = response.statusCode ?? 0;
    outgoing.on('error', () => undefined).destroy();
    return status;
  }

  test('results in 413 immediately if it exceeds the limit', async () => {
    const before = await keptNow();
    expect(await announce(3_000_001, part(`${HEAD}; filename="a.txt"`))).toBe(413);
    expect(await keptNow()).toEqual(before);
  });

  test('results in 400 if it truncates the body', async () => {
    const before = await keptNow();
    expect(await announce(90, `${part(`${HEAD}; filename="a.txt"`)}`.padEnd(90, '.').slice(0, 90))).toBe(400);
    expect(await keptNow()).toEqual(before);
  });
});
