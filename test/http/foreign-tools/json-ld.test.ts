import jsonld from 'jsonld';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadSampleSite } from '../../support/sample-site.js';
import { startTestApp } from '../../support/test-app.js';
import type { TestApp } from '../../support/test-app.js';
import type { TestResponse } from '../../support/test-client.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await loadSampleSite(app);
});
afterAll(() => app.close());

const ADMIN = { as: 'superAdmin' } as const;

/** Contexts come from the service itself; nothing else is loaded. */
async function expand(document: object): Promise<readonly object[]> {
  const { publicUrl } = app.config.server;
  const documentLoader = async (url: string) => {
    if (!url.startsWith(publicUrl)) throw new Error(`${url} is somebody else's`);
    const context = await app.get(url.slice(publicUrl.length));
    if (context.status !== 200) throw new Error(`${url} is ${context.status}`);
    return { documentUrl: url, document: context.body };
  };
  // Its types declare neither the call without a callback nor documents as plain objects.
  const options = { base: `${publicUrl}/`, documentLoader } as jsonld.Options.Expand;
  return jsonld.expand(document as jsonld.JsonLdDocument, options);
}

interface Contents {
  /** Members and values, without those of JSON-LD itself and without nulls, which have no meaning there. */
  readonly members: number;
  readonly values: number;
}

function contentsOf(value: unknown): Contents {
  if (value === null || value === undefined) return { members: 0, values: 0 };
  if (typeof value !== 'object') return { members: 0, values: 1 };
  const entries: [string, unknown][] = Object.entries(value).filter(([name]) => name !== '@context');
  if (isReference(entries)) return { members: 0, values: 1 };
  let [members, values] = [0, 0];
  for (const [name, member] of entries) {
    // Array indexes are not members; entries of a list belong to the member of the list.
    const isMember = !Array.isArray(value) && !name.startsWith('@');
    if (!isMember && typeof member !== 'object' && !Array.isArray(value) && name !== '@value') continue;
    const inner = name === '@type' ? { members: 0, values: 0 } : contentsOf(member);
    members += inner.members + (isMember && member !== null ? 1 : 0);
    values += inner.values;
  }
  return { members, values };
}

const isReference = (entries: readonly [string, unknown][]): boolean =>
  entries.length === 1 && entries[0]?.[0] === '@id';

function namesOf(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(namesOf);
  return Object.entries(value).flatMap(([name, member]) => [name, ...namesOf(member)]);
}

async function everyList(): Promise<readonly (readonly [string, TestResponse])[]> {
  const { body } = await app.get('/');
  const lists = Object.entries(body as Record<string, string>).filter(([name]) => !name.startsWith('@'));
  return Promise.all(lists.map(async ([name, path]) => [name, await app.get(path, ADMIN)] as const));
}

async function upload(): Promise<TestResponse> {
  const form = new FormData();
  const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="3"/>';
  form.append('file', new Blob([picture], { type: 'image/svg+xml' }), 'picture.svg');
  const url = `${app.origin}${app.config.apiPrefix}/component/images/upload`;
  const headers = { authorization: `Bearer ${await app.token('superAdmin')}` };
  const { '@id': iri } = (await (await fetch(url, { method: 'POST', headers, body: form })).json()) as {
    '@id': string;
  };
  return app.get(iri, ADMIN);
}

/** Returns one document of each kind that is neither a record nor a list of a type. */
async function otherDocuments(): Promise<readonly (readonly [string, TestResponse])[]> {
  await app.post('/_/orphaned_resources/scan', undefined, ADMIN);
  await app.post('/_/orphaned_files/scan', undefined, ADMIN);
  await expect.poll(async () => (await app.get('/_/orphaned_files', ADMIN)).status).toBe(200);
  await expect.poll(async () => (await app.get('/_/orphaned_resources', ADMIN)).status).toBe(200);
  const [title] = (await app.get('/component/titles', ADMIN)).body.member as { '@id': string }[];
  const { body: types } = await app.get('/_/page_data_metadatas');
  const [type] = types.member as { '@id': string }[];
  return [
    ['entrypoint', await app.get('/')],
    ['context', await app.get('/contexts/Title')],
    ['not found', await app.get('/nothing')],
    ['not allowed', await app.delete('/')],
    ['violations', await app.post('/_/layouts', {}, ADMIN)],
    ['me', await app.get('/me', ADMIN)],
    ['manifest', await app.get('/_/resource_manifest//', ADMIN)],
    ['manifest with documents', await app.get('/_/resource_manifest//?embed=documents', ADMIN)],
    ['children', await app.get('/_/routes///children', ADMIN)],
    ['redirects', await app.get('/_/routes///redirects', ADMIN)],
    ['usage', await app.get(`${title?.['@id'] ?? ''}/usage`, ADMIN)],
    ['page data types', await app.get('/_/page_data_metadatas')],
    ['page data type', await app.get(type?.['@id'] ?? '')],
    ['orphaned resources', await app.get('/_/orphaned_resources', ADMIN)],
    ['orphaned files', await app.get('/_/orphaned_files', ADMIN)],
    ['form without a row', await app.get('/component/forms/password_reset')],
    ['form with errors', await app.post('/component/forms/password_reset/submit', { password_update: {} })],
    ['picture', await upload()],
  ];
}

async function assertLossless(name: string, { body }: TestResponse): Promise<void> {
  const expanded = await expand(body as object);
  const found = { name, ...contentsOf(expanded) };
  expect(found).toEqual({ name, ...contentsOf(body) });
  const strange = namesOf(expanded).filter((key) => !/^(@|https?:)/.test(key));
  expect([name, strange]).toEqual([name, []]);
}

describe('a JSON-LD processor', () => {
  test('expands every list and a record of every type, with every member and value', async () => {
    for (const [name, list] of await everyList()) {
      await assertLossless(`list of ${name}`, list);
      const [first] = list.body.member as { '@id': string }[];
      if (first !== undefined) await assertLossless(name, await app.get(first['@id'], ADMIN));
    }
  });

  test('expands every other kind of document, with every member and value', async () => {
    for (const [name, document] of await otherDocuments()) await assertLossless(name, document);
  });

  test('expands the manifest to addresses in the same order', async () => {
    const { body } = await app.get('/_/resource_manifest//', ADMIN);
    const [expanded] = await expand(body as object);
    const vocabulary = `${app.config.server.publicUrl}${app.config.apiPrefix}/docs.jsonld#ResourceManifest`;
    const [root] = body.resource_iris as { iri: string; children: { iri: string }[] }[];
    const listed = (of: unknown, name: string) =>
      (of as Record<string, [{ '@list': object[] }]>)[`${vocabulary}/${name}`]?.[0]['@list'];
    const node = listed(expanded, 'resource_iris')?.[0];
    const iriOf = (of: object) =>
      (of as Record<string, [{ '@id': string }]>)[`${vocabulary}/iri`]?.[0]['@id'];
    const absolute = (iri: string | undefined) => `${app.config.server.publicUrl}${iri ?? ''}`;
    expect(iriOf(node ?? {})).toBe(absolute(root?.iri));
    expect(listed(node, 'children')?.map(iriOf)).toEqual(root?.children.map(({ iri }) => absolute(iri)));
    expect(root?.children.length).toBeGreaterThan(0);
  });
});
