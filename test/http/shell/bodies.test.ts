import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { JSON_TYPES, readsJson, startShell } from './support.js';
import type { Shell } from './support.js';

let shell: Shell;
beforeAll(async () => {
  shell = await startShell([
    readsJson('POST', '/users', JSON_TYPES),
    readsJson('POST', '/_/layouts', JSON_TYPES),
  ]);
});
afterAll(() => shell.close());

const TYPE = { 'Content-Type': 'application/json' };
const post = (body: string | Buffer | readonly (string | Buffer)[], headers: Record<string, string> = {}) =>
  shell.send('POST', '/_api/users', { headers: { ...TYPE, ...headers }, body });

describe('request bodies', () => {
  test.each([
    ['{"a":', 'Syntax error: The document ends too early (line 1, column 6).'],
    ['', 'Syntax error: The document ends too early (line 1, column 1).'],
    ["{'a':1}", 'Syntax error: Expected a key in double quotes (line 1, column 2).'],
    ['{"a": 1, "a": 2,\n  "b": tru }', 'Syntax error: Unexpected "t", expected a value (line 2, column 8).'],
    ['[1]', 'The request body must be a JSON object.'],
    ['"text"', 'The request body must be a JSON object.'],
    ['null', 'The request body must be a JSON object.'],
    ['['.repeat(900), 'The request body is nested too deeply.'],
    [`{"a":${'['.repeat(70)}${']'.repeat(70)}}`, 'The request body is nested too deeply.'],
    [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'The request body is not valid UTF-8.'],
    ['{"title":"a\\u0000b"}', 'The text at "title" contains a character that cannot be stored.'],
    ['{"list":["\\ud800"]}', 'The text at "list[0]" contains a character that cannot be stored.'],
    ['{"n":1e999}', 'The number at "n" is out of range.'],
    ['{"__proto__":{"admin":true}}', 'The member name "__proto__" is not allowed.'],
    ['{"x":{"\\u005f_proto__":1}}', 'The member name "__proto__" is not allowed.'],
  ])('such as %s result in 400', async (body, detail) => {
    const { status, json } = await post(body);
    expect([status, json.detail]).toEqual([400, detail]);
  });

  test('can have members with names of prototype members as plain data', async () => {
    const body = '{"constructor":{"prototype":{"polluted":1}},"prototype":2,"toString":"x"}';
    expect((await post(body)).json).toEqual({ received: JSON.parse(body) });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('use the last of two members with one name', async () => {
    expect((await post('{"a":1,"a":2}')).json.received).toEqual({ a: 2 });
  });

  test('can contain a byte order mark and paired surrogates', async () => {
    expect((await post('\uFEFF{"a":"\\ud83d\\ude00"}')).json.received).toEqual({ a: '😀' });
  });

  test('over the anonymous limit result in 413, by their length and when chunked', async () => {
    const large = JSON.stringify({ a: 'x'.repeat(2000) });
    expect((await post(large)).status).toBe(413);
    const { status, json } = await post([large.slice(0, 500), large.slice(500, 1200), large.slice(1200)]);
    expect([status, json.detail]).toEqual([413, 'The request body is larger than 1000 bytes.']);
  });

  test('that are large and rejected still get a response', async () => {
    expect((await post(Buffer.alloc(6_000_000, 0x20))).status).toBe(413);
  });

  test('have the larger limit for signed-in callers', async () => {
    const large = JSON.stringify({ a: 'x'.repeat(100_000) });
    expect((await post(large, { Authorization: 'Bearer editor' })).status).toBe(201);
  });

  test('can be interrupted without a failure of the server', async () => {
    const head = 'POST /_api/users HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
    await shell.sendRaw(`${head}Content-Length: 100\r\n\r\n{"a":`);
    await shell.sendRaw(`${head}Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n`);
    await shell.sendRaw(`${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n`);
    expect((await post('{}')).status).toBe(201);
    expect(shell.log.filter(({ msg }) => msg === 'request failed')).toEqual([]);
  });
});
