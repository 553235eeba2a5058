import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DataTypes } from 'sequelize';
import type { Manifest } from '../../../runtime/kernel/contract/schema/manifest.js';
import type { ResourceDescriptor } from '../../../runtime/kernel/contract/schema/resource.js';
import { notBlank } from '../../../runtime/kernel/validation/constraints/index.js';
import type { UploadsApp } from '../uploads/support.js';
import { dataUri, form, startUploadsApp, uploadField, uploadManifest } from '../uploads/support.js';
import { text, withoutDrafts } from './types.js';

const PERMISSION = "is_granted('ROLE_ADMIN')";

/** The same type twice: publishable and not. */
function twin(name: string, path: string, isPublishable: boolean): ResourceDescriptor {
  const model = uploadManifest.resources.find((resource) => resource.name === 'Image')!;
  const described: ResourceDescriptor = {
    ...model,
    name,
    classIdentifier: name,
    path,
    table: path.split('/').at(-1)!,
    operations: [
      'collection',
      'create',
      'read',
      'update',
      'replace',
      'delete',
      'upload',
      'download',
      'usage',
    ],
    fields: [
      text('headline'),
      uploadField({ name: 'file', column: 'file_path', constraints: [{ File: { maxSize: 20 } }] }),
    ],
    attributes: {
      id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
      headline: { type: DataTypes.STRING(255), allowNull: true },
      file_path: { type: DataTypes.STRING(255), allowNull: true },
    },
    publishable: {
      field: 'publishedAt',
      publishedAssociation: 'publishedResource',
      draftAssociation: 'draftResource',
      permission: PERMISSION,
      validationGroups: [`${name}:published`],
    },
    searchFields: [],
    orderFields: ['headline'],
    security: { delete: "is_granted('ROLE_SUPER_ADMIN')", message: 'Only for some.' },
    validate: (value, { violations }) => notBlank({ violations, path: 'headline', value: value.headline }),
  };
  return isPublishable ? described : withoutDrafts(described);
}

const PUBLISHABLE = '/component/leaflets';
/** Begins with the path of the publishable type. */
const OTHER = '/component/leaflets_archived';
const manifest: Manifest = {
  ...uploadManifest,
  resources: [
    ...uploadManifest.resources,
    twin('Leaflet', PUBLISHABLE, true),
    twin('ArchivedLeaflet', OTHER, false),
  ],
};

let app: UploadsApp;
/** Published records with a file and without one, by the path of their type. */
const stored = new Map<string, { readonly item: string; readonly withFile: string }>();

beforeAll(async () => {
  app = await startUploadsApp({
    manifest,
    config: {
      routable_security: null,
      route_security: [],
      body_limits: { anonymous: 4000, authenticated: 4000, editors: 4000 },
      uploads: { max_bytes: 4000 },
      access_control: [{ path: '^/component/[a-z_]+/[^/]+$', methods: ['PUT'], roles: ['ROLE_SUPER_ADMIN'] }],
    },
  });
  for (const path of [PUBLISHABLE, OTHER]) {
    const body = { headline: 'A', publishedAt: 'now' };
    const item = (await app.create(path, body))['@id'];
    const withFile = (await app.create(path, { ...body, file: dataUri('text/plain', 'hello') }))['@id'];
    stored.set(path, { item, withFile });
  }
});
afterAll(() => app.close());

interface Request {
  readonly method?: string;
  readonly path: string;
  readonly body?: string | FormData;
  readonly headers?: Readonly<Record<string, string>>;
}

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const JSON_LD = { 'content-type': 'application/ld+json' };
const MERGE_PATCH = { 'content-type': 'application/merge-patch+json' };
const MULTIPART = { 'content-type': 'multipart/form-data; boundary=b' };

interface Addresses {
  readonly list: string;
  readonly item: string;
  readonly withFile: string;
}

const post = (path: string, body: unknown, headers: Request['headers'] = JSON_LD): Request => ({
  method: 'POST',
  path,
  headers,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const patch = (path: string, body: unknown, headers: Request['headers'] = MERGE_PATCH): Request => ({
  ...post(path, body, headers),
  method: 'PATCH',
});
const send = (path: string, body: FormData): Request => ({ method: 'POST', path, body });
const bigForm = (): FormData => form({ file: ['x'.repeat(5000), 'a.txt'] });

/** Requests that fail for an administrator, who can publish. */
const REFUSALS: readonly [name: string, status: number, request: (at: Addresses) => Request][] = [
  ['an unknown item', 404, ({ list }) => ({ path: `${list}/${UNKNOWN}` })],
  ['a key that is not an id', 404, ({ list }) => ({ path: `${list}/nothing` })],
  ['HEAD of an unknown item', 404, ({ list }) => ({ method: 'HEAD', path: `${list}/${UNKNOWN}` })],
  ['a write to an unknown item', 404, ({ list }) => patch(`${list}/${UNKNOWN}`, { headline: 'B' })],
  ['the removal of an unknown item', 404, ({ list }) => ({ method: 'DELETE', path: `${list}/${UNKNOWN}` })],
  ['an address below an item', 404, ({ item }) => ({ path: `${item}/nothing` })],
  ['a list with a slash at its end', 404, ({ list }) => ({ path: `${list}/` })],
  ['an unknown format of an item', 404, ({ item }) => ({ path: `${item}.xml` })],
  ['an unknown format of the list', 404, ({ list }) => ({ path: `${list}.xml` })],
  ['POST to an item', 405, ({ item }) => post(item, {})],
  ['PATCH to the list', 405, ({ list }) => patch(list, {})],
  ['DELETE to the list', 405, ({ list }) => ({ method: 'DELETE', path: list })],
  ['GET of the upload', 405, ({ item }) => ({ path: `${item}/upload` })],
  ['a list in an unknown type', 406, ({ list }) => ({ path: list, headers: { accept: 'text/csv' } })],
  ['an item in an unknown type', 406, ({ item }) => ({ path: item, headers: { accept: 'text/csv' } })],
  [
    'a write answered in an unknown type',
    406,
    ({ list }) => post(list, {}, { ...JSON_LD, accept: 'text/csv' }),
  ],
  ['a page below the first', 400, ({ list }) => ({ path: `${list}?page=0` })],
  ['a page of negative size', 400, ({ list }) => ({ path: `${list}?perPage=-1` })],
  ['an order that is none', 422, ({ list }) => ({ path: `${list}?order[headline]=sideways` })],
  ['a query with a broken escape', 400, ({ list }) => ({ path: `${list}?a=%zz` })],
  ['a path with a broken escape', 400, ({ list }) => ({ path: `${list}/%zz` })],
  ['a path with a NUL', 400, ({ list }) => ({ path: `${list}/%00` })],
  ['malformed JSON for the list', 400, ({ list }) => post(list, '{')],
  ['malformed JSON for an item', 400, ({ item }) => patch(item, '{')],
  ['a body that is a list', 400, ({ list }) => post(list, [])],
  ['a body with a foreign prototype', 400, ({ item }) => patch(item, '{"__proto__":{}}')],
  ['a body of the wrong type', 415, ({ list }) => post(list, '{}', { 'content-type': 'text/plain' })],
  ['a merge patch of the wrong type', 415, ({ item }) => patch(item, {}, JSON_LD)],
  ['a compressed body', 415, ({ list }) => post(list, {}, { ...JSON_LD, 'content-encoding': 'gzip' })],
  ['a body that is too large', 413, ({ list }) => post(list, { headline: 'x'.repeat(5000) })],
  ['a merge patch that is too large', 413, ({ item }) => patch(item, { headline: 'x'.repeat(5000) })],
  ['an invalid body', 422, ({ list }) => post(list, { headline: '' })],
  ['an invalid change', 422, ({ item }) => patch(item, { headline: '' })],
  ['a member of the wrong type', 422, ({ list }) => post(list, { headline: ['A'] })],
  [
    'another publication date in place',
    422,
    ({ item }) => patch(`${item}?published=true`, { publishedAt: '2001-01-01' }),
  ],
  ['a data URI that is none', 422, ({ list }) => post(list, { headline: 'A', file: 'data:;base64,!' })],
  [
    'a data URI that is too large',
    422,
    ({ item }) => patch(item, { file: dataUri('text/plain', 'y'.repeat(30)) }),
  ],
  ['an upload of JSON', 415, ({ list }) => post(`${list}/upload`, {})],
  ['an upload without a boundary', 400, ({ list }) => post(`${list}/upload`, '', BOUNDLESS)],
  ['an upload that breaks off', 400, ({ item }) => post(`${item}/upload`, '--b\r\nContent', MULTIPART)],
  ['an upload that is too large', 413, ({ list }) => send(`${list}/upload`, bigForm())],
  ['a new record of a bad file', 422, ({ list }) => send(`${list}/upload`, longForm())],
  ['a bad file for an item', 422, ({ item }) => send(`${item}/upload`, longForm())],
  ['an upload to an unknown item', 404, ({ list }) => send(`${list}/${UNKNOWN}/upload`, bigForm())],
  ['a download of an unknown item', 404, ({ list }) => ({ path: `${list}/${UNKNOWN}/download/file` })],
  ['a download of an unknown field', 404, ({ withFile }) => ({ path: `${withFile}/download/other` })],
  ['a download without a file', 404, ({ item }) => ({ path: `${item}/download/file` })],
  [
    'a download outside the file',
    416,
    ({ withFile }) => ({ path: `${withFile}/download/file`, headers: { range: 'bytes=90-' } }),
  ],
  ['the usage of an unknown item', 404, ({ list }) => ({ path: `${list}/${UNKNOWN}/usage` })],
  ['a rule of the type', 403, ({ item }) => ({ method: 'DELETE', path: item })],
];
const BOUNDLESS = { 'content-type': 'multipart/form-data' };
const longForm = (): FormData => form({ file: ['z'.repeat(30), 'a.txt'] });

type Caller = 'ROLE_ADMIN' | 'ROLE_USER' | 'anonymous';

async function answerTo(request: Request, caller: Caller): Promise<Response> {
  const { method = 'GET', path, body, headers } = request;
  const url = path.startsWith(app.config.apiPrefix) ? path : app.config.apiPrefix + path;
  return fetch(app.origin + url, {
    method,
    headers: { ...headers, ...(caller === 'anonymous' ? {} : { authorization: await app.bearer(caller) }) },
    ...(body === undefined ? {} : { body }),
  });
}

function addresses(list: string): Addresses {
  const records = stored.get(list);
  if (records === undefined) throw new Error(`nothing is stored at ${list}`);
  return { list, ...records };
}

/** Returns status and header of the responses for the publishable type and for its twin. */
async function refusalsTo(
  caller: Caller,
  request: (at: Addresses) => Request,
): Promise<readonly (readonly [number, string | null])[]> {
  const answers: [number, string | null][] = [];
  for (const list of [PUBLISHABLE, OTHER]) {
    const answer = await answerTo(request(addresses(list)), caller);
    await answer.arrayBuffer();
    answers.push([answer.status, answer.headers.get('valid-to-publish')]);
  }
  return answers;
}

describe.each(REFUSALS)('the error response of %s (%i)', (name, status, request) => {
  test('has "valid-to-publish: 0" for callers who can publish, for publishable types only', async () => {
    // Only publishable types have a date that could fail to change.
    const other = name === 'another publication date in place' ? 200 : status;
    expect(await refusalsTo('ROLE_ADMIN', request)).toEqual([
      [status, '0'],
      [other, null],
    ]);
  });

  test.each(['ROLE_USER', 'anonymous'] as const)('has no publishing header for %s', async (caller) => {
    const [publishable, other] = await refusalsTo(caller, request);
    expect([publishable?.[1], other?.[1]]).toEqual([null, null]);
  });
});

describe('other responses for a publishable type', () => {
  const headerOf = async (request: Request, caller: Caller = 'ROLE_ADMIN') => {
    const { status, headers } = await answerTo(request, caller);
    return [status, headers.get('valid-to-publish')];
  };

  test('have no header if they are not errors of items', async () => {
    expect(await headerOf({ path: PUBLISHABLE })).toEqual([200, null]);
    expect(await headerOf({ method: 'OPTIONS', path: PUBLISHABLE })).toEqual([204, null]);
  });

  test('keep the header of the item itself', async () => {
    expect(await headerOf({ path: addresses(PUBLISHABLE).item })).toEqual([200, '1']);
  });

  test('are the same errors for an invalid token, without the header', async () => {
    const path = app.config.apiPrefix + PUBLISHABLE;
    const init = { headers: { authorization: 'Bearer nonsense' } };
    const wrongMethod = await fetch(app.origin + path, { ...init, method: 'DELETE' });
    expect([wrongMethod.status, wrongMethod.headers.get('valid-to-publish')]).toEqual([405, null]);
    const read = await fetch(app.origin + path, init);
    expect([read.status, read.headers.get('valid-to-publish')]).toEqual([401, null]);
  });

  test('of the access rules have the header too', async () => {
    const request = { ...post(addresses(PUBLISHABLE).item, {}), method: 'PUT' };
    expect(await headerOf(request)).toEqual([403, '0']);
    expect(await headerOf(request, 'ROLE_USER')).toEqual([403, null]);
    expect(await headerOf(request, 'anonymous')).toEqual([401, null]);
  });

  test('outside the addresses of the type have no header', async () => {
    expect(await headerOf({ path: '/component/leafletsx' })).toEqual([404, null]);
    expect(await headerOf({ path: '/component//leaflets' })).toEqual([404, null]);
    expect(await headerOf({ path: '/_/layouts?page=0' })).toEqual([400, null]);
  });
});

describe('a server error for a publishable type', () => {
  test('has no publishing header', async () => {
    const { database } = app.app;
    const table = database.table('leaflets');
    const gone = `${table.slice(0, -1)}_gone${table.slice(-1)}`;
    await database.transaction((session) => session.run(`alter table ${table} rename to ${gone}`));
    try {
      const { status, headers } = await answerTo({ path: addresses(PUBLISHABLE).item }, 'ROLE_ADMIN');
      expect([status, headers.get('valid-to-publish')]).toEqual([500, null]);
    } finally {
      await database.transaction((session) => session.run(`alter table ${gone} rename to ${table}`));
    }
  });
});
