import { request as sendRequest } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonValue } from '../../../runtime/kernel/contract/json.js';
import type { UploadsApp } from '../uploads/support.js';
import { startUploadsApp } from '../uploads/support.js';
import { publishingManifest } from './types.js';

let app: UploadsApp;
let authorization: string;
/** A published article and its draft. */
let live: string;
let draft: string;
beforeAll(async () => {
  app = await startUploadsApp({
    manifest: publishingManifest,
    config: { routable_security: null, route_security: [] },
  });
  authorization = await app.bearer();
  live = (await app.create(LIST, { headline: 'A', body: 'b', publishedAt: 'now' }))['@id'];
  draft = (await app.patch(live, { headline: 'D' }, { as: 'admin' })).body['@id'];
});
afterAll(() => app.close());

const LIST = '/component/articles';
const JSON_LD = { 'content-type': 'application/ld+json' };
const MERGE_PATCH = { 'content-type': 'application/merge-patch+json' };

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  // Tests look into documents of any shape.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
}

interface Sent {
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
}

/** Sends the path unchanged; `fetch` would normalize it. */
function send(method: string, path: string, { headers = {}, body }: Sent = {}): Promise<Answer> {
  const { hostname, port } = new URL(app.origin);
  const prefix = path.startsWith(app.config.apiPrefix) || !path.startsWith('/') ? '' : app.config.apiPrefix;
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const options = {
      hostname,
      port,
      method,
      path: prefix + path,
      headers: { authorization, ...length, ...headers },
    };
    const request = sendRequest(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const { statusCode = 0, headers: received } = response;
        resolve({ status: statusCode, headers: received, body: text === '' ? undefined : JSON.parse(text) });
      });
    });
    request.on('error', reject).end(body);
  });
}

/** Expects a problem document with its own status that names the error. */
function expectProblem({ status, headers, body }: Answer, expected: number, detail: string): void {
  expect([status, body.status, headers['content-type']]).toEqual([
    expected,
    expected,
    'application/problem+json; charset=utf-8',
  ]);
  expect(body.detail).toContain(detail);
}

describe('the parameter "published"', () => {
  test.each([
    ['published=true', true],
    ['published=TRUE', true],
    ['published=on', true],
    ['published=false&published=true', true],
    ['published=true&published=false', false],
    ['published', false],
    ['published=', false],
    ['published=maybe', false],
    ['published=true%20', false],
    ['published[]=true', false],
    ['published[a]=true', false],
    ['published[[]=true', false],
    ['__proto__[published]=true', false],
    ['?published=true', false],
  ])('sent as "%s" selects the published row: %s', async (query, isPublished) => {
    const { status, body } = await send('GET', `${live}?${query}`);
    expect([status, body['@id']]).toEqual([200, isPublished ? live : draft]);
  });
});

describe('the parameter "validate_published"', () => {
  test.each([
    ['=true', 422],
    ['=1', 422],
    ['=maybe', 200],
    ['=', 200],
    ['[]=true', 200],
    ['=true&validate_published=false', 200],
  ])(
    'sent as "validate_published%s" results in %i for what could not be published',
    async (value, status) => {
      const body = JSON.stringify({ body: '' });
      const answer = await send('PATCH', `${live}?validate_published${value}`, {
        headers: MERGE_PATCH,
        body,
      });
      if (status === 422) expectProblem(answer, 422, 'body: Write a body.');
      expect([answer.status, answer.headers['valid-to-publish']]).toEqual([status, '0']);
    },
  );
});

describe('unusual queries of a list', () => {
  test.each([
    ['page=1&page=0', 400, 'Page should not be less than 1'],
    ['page=-0', 400, 'Page should not be less than 1'],
    ['perPage=-99999999999999999999', 400, 'Limit should not be less than 0'],
    ['order[headline][]=asc', 422, 'order[headline]: The value you selected is not a valid choice.'],
    ['order[headline]=', 422, 'order[headline]: The value you selected is not a valid choice.'],
    ['a[b][c][d][e][f][g]=1', 400, 'nested too deeply'],
    [`a=${'&a=1'.repeat(600)}`, 400, 'too many parameters'],
    ['a=%ff', 400, 'The query string is not properly encoded.'],
    ['published=%00', 400, 'NUL'],
  ])('are rejected with the reason (%#)', async (query, status, detail) => {
    expectProblem(await send('GET', `${LIST}?${query}`), status, detail);
  });

  test.each([
    'page[]=0',
    'page=1e9',
    'page=99999999999999999999999999',
    'perPage=99999999999999999999999999',
    'perPage[]=-1',
    'order=asc',
    'order[]=asc',
    'order[__proto__]=asc',
    'order[constructor]=asc',
    'search[]=x',
    'published[]=true',
    '__proto__=1&constructor[prototype]=2',
  ])('like %s are ignored or truncated', async (query) => {
    const { status, body } = await send('GET', `${LIST}?${query}`);
    expect([status, body.totalItems]).toEqual([200, 1]);
  });
});

describe('unusual addresses', () => {
  const noRoute = 'No route found for';
  test.each<[address: () => string, status: number, detail: string]>([
    [() => `${live}/`, 404, noRoute],
    [() => `${LIST}/`, 404, noRoute],
    [() => live.replace('/articles/', '/articles//'), 404, noRoute],
    [() => live.replace('/component', '//component'), 404, noRoute],
    [() => `${LIST}/..%2f..%2fusers`, 404, noRoute],
    [() => `${LIST}/../articles`, 404, noRoute],
    [() => `${LIST}/__proto__`, 404, 'Not Found'],
    [() => `${LIST}/constructor`, 404, 'Not Found'],
    [() => `${LIST}/${'9'.repeat(5000)}`, 404, 'Not Found'],
    [() => `${live}%20`, 404, 'Not Found'],
    [() => `${live};a=b`, 404, 'Not Found'],
    [() => `${live}.`, 404, 'Not Found'],
    [() => `${live}.JSONLD`, 404, 'Format "JSONLD" is not supported'],
    [() => `${LIST}/%00`, 400, 'The URL contains a NUL character.'],
    [() => `${live}%00`, 400, 'The URL contains a NUL character.'],
    [() => `${LIST}/%`, 400, 'The URL is not properly encoded.'],
    [() => `${LIST}/%ff`, 400, 'The URL is not properly encoded.'],
  ])('are rejected with the reason (%#)', async (address, status, detail) => {
    expectProblem(await send('GET', address()), status, detail);
  });

  test.each<[string, () => string]>([
    ['percent-encoded', () => live.replaceAll('-', '%2D').replace('/component', '/%63omponent')],
    ['with an upper-case key', () => LIST + live.slice(live.lastIndexOf('/')).toUpperCase()],
    ['with an extension', () => `${live}.jsonld`],
    ['in absolute form', () => `http://elsewhere.test${live}`],
  ])('like %s select the same item', async (_name, address) => {
    const { status, body } = await send('GET', address());
    expect([status, body['@id']]).toEqual([200, draft]);
  });
});

describe('unusual methods', () => {
  const at = (method: string, path: () => string, allow: string) => [method, path, allow] as const;
  const ITEM = 'OPTIONS, HEAD, GET, PUT, PATCH, DELETE';
  test.each([
    at('POST', () => live, ITEM),
    at('PROPFIND', () => live, ITEM),
    at('PATCH', () => LIST, 'OPTIONS, HEAD, GET, POST'),
    at('DELETE', () => LIST, 'OPTIONS, HEAD, GET, POST'),
    at('TRACE', () => LIST, 'OPTIONS, HEAD, GET, POST'),
  ])('such as %s result in 405 with the supported methods', async (method, path, allow) => {
    const answer = await send(method, path(), { headers: JSON_LD, body: '{}' });
    expectProblem(answer, 405, 'Method Not Allowed');
    expect(answer.headers.allow).toBe(allow);
  });

  test('include HEAD, which has the status and the headers of GET', async () => {
    for (const path of [draft, `${LIST}/nothing`, LIST]) {
      const head = await send('HEAD', path);
      const get = await send('GET', path);
      expect(head.body).toBeUndefined();
      expect(head.status).toBe(get.status);
      for (const name of ['content-type', 'content-length', 'valid-to-publish', 'etag'])
        expect(head.headers[name]).toBe(get.headers[name]);
    }
  });

  test('include OPTIONS, which with credentials names the methods and nothing of the item', async () => {
    const answer = await send('OPTIONS', live, { headers: { origin: 'http://elsewhere.test' } });
    expect([answer.status, answer.headers.allow, answer.body]).toEqual([204, ITEM, undefined]);
    expect(answer.headers['valid-to-publish']).toBeUndefined();
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('unusual headers', () => {
  test.each([
    [{ accept: 'application/ld+json;q=0' }, 406, 'Requested format "application/ld+json;q=0"'],
    [{ accept: '*/*;q=0' }, 406, 'Requested format "*/*;q=0"'],
    [{ accept: ';;;' }, 406, 'Requested format ";;;"'],
    [{ accept: 'x'.repeat(3000) }, 406, 'is not supported.'],
  ])('are rejected with the reason (%#)', async (headers, status, detail) => {
    expectProblem(await send('GET', live, { headers }), status, detail);
  });

  test.each([
    { accept: ',,' },
    { accept: ' */* ' },
    { accept: 'APPLICATION/LD+JSON; charset=UTF-8' },
    { range: 'bytes=0-1' },
    { 'if-match': ['"a"', '"b"'] },
    { 'if-modified-since': 'nonsense', 'if-unmodified-since': 'Mon, 01 Jan 1990 00:00:00 GMT' },
    { path: '/%zz' },
  ])('like %j are accepted', async (headers) => {
    const { status, body } = await send('GET', live, { headers });
    expect([status, body['@id']]).toEqual([200, draft]);
  });
});

describe('unusual bodies', () => {
  const related = (value: JsonValue): JsonValue => ({ headline: 'A', related: value });
  test.each<[body: JsonValue | (() => JsonValue), status: number, detail: string]>([
    ['', 400, 'Syntax error: '],
    ['{"headline":"A"} x', 400, 'Syntax error: There is text after'],
    ["{'headline':'A'}", 400, 'Syntax error: Expected a key'],
    ['null', 400, 'The request body must be a JSON object.'],
    ['{"headline":1e400}', 400, 'The number at "headline" is out of range.'],
    [`{"headline":${'9'.repeat(400)}}`, 400, 'The number at "headline" is out of range.'],
    ['{"headline":"a\\u0000"}', 400, 'The text at "headline" contains a character that cannot be stored.'],
    ['{"__proto__":{"headline":"x"}}', 400, 'The member name "__proto__" is not allowed.'],
    [`${'{"a":'.repeat(80)}1${'}'.repeat(80)}`, 400, 'nested too deeply'],
    [{ headline: 123456789012345 }, 422, 'headline: This value should be of type string.'],
    [{ headline: { a: 1 } }, 422, 'headline: This value should be of type string.'],
    [{ headline: 'A', publishedAt: 'some day' }, 422, 'publishedAt: This value is not a valid datetime.'],
    [{ headline: 'A', publishedAt: ['now'] }, 422, 'publishedAt: This value should be of type string.'],
    [{ headline: 'A', publishedAt: '99999-01-01T00:00:00Z' }, 422, 'publishedAt: This value is not a valid'],
    [
      { headline: 'A', componentPositions: {} },
      422,
      'componentPositions: This value should be of type array.',
    ],
    [{ headline: 'A', componentPositions: [[]] }, 422, 'componentPositions[0]: This value should be of type'],
    [{ headline: 'A', uiClassNames: [1] }, 422, 'uiClassNames[0]: This value should be of type string.'],
    [related({ '@id': 5 }), 422, 'related: This value should be of type string.'],
    [related('%'), 400, 'Invalid IRI "%" in "related".'],
    [related('//component/articles/1'), 400, 'Invalid IRI "//component/articles/1" in "related".'],
    [() => related(`http://elsewhere.test${live}`), 400, 'Invalid IRI "http://elsewhere.test'],
    [() => related(`${live}%00`), 400, 'Item not found for'],
    [() => related(`${live}/`), 400, 'Item not found for'],
    [() => related(`${live}?published=true`), 400, 'Item not found for'],
  ])('are rejected with the reason, and nothing is stored (%#)', async (given, status, detail) => {
    const value = typeof given === 'function' ? given() : given;
    const body = typeof value === 'string' ? value : JSON.stringify(value);
    const before = (await send('GET', LIST)).body.totalItems;
    expectProblem(await send('POST', LIST, { headers: JSON_LD, body }), status, detail);
    expectProblem(await send('PATCH', live, { headers: MERGE_PATCH, body }), status, detail);
    expect((await send('GET', LIST)).body.totalItems).toBe(before);
  });
});
