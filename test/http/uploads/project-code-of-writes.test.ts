import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { UrlGenerator } from '../../../runtime/kernel/contract/features/extensions.js';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import type { Manifest } from '../../../runtime/kernel/contract/schema/manifest.js';
import { relation, text } from '../publishing/types.js';
import type { UploadsApp } from './support.js';
import {
  dataUri,
  form,
  mediaObjects,
  plainType,
  startUploadsApp,
  uploadField,
  uploadManifest,
} from './support.js';

const admin = { as: 'admin' } as const;
const SHEETS = '/component/sheets';

const sheet = plainType('Sheet', SHEETS, [
  text('headline'),
  text('note'),
  uploadField({ name: 'file', column: 'file_path', urlGenerator: 'cdn' }),
]);
const frame = {
  ...plainType('Frame', '/component/frames', [{ ...relation('sheet', 'Sheet'), embed: true }]),
  operations: ['collection', 'create', 'read', 'update', 'delete'] as const,
};
const manifest: Manifest = {
  ...uploadManifest,
  resources: [...uploadManifest.resources, sheet, frame],
};

let app: UploadsApp;
let generate: UrlGenerator;
/** Requests of the generator itself do not call it again. */
let isAsking = false;

beforeAll(async () => {
  app = await startUploadsApp({
    manifest,
    config: { routable_security: null, route_security: [] },
    extensions: {
      urlGenerators: {
        async cdn(file) {
          if (isAsking) return undefined;
          isAsking = true;
          try {
            return await generate(file);
          } finally {
            isAsking = false;
          }
        },
      },
    },
  });
});
afterAll(() => app.close());
beforeEach(() => {
  generate = readOwnRecord;
});

/** Creates an address from the document that the API shows a visitor. */
const readOwnRecord: UrlGenerator = async ({ record }) => {
  const { status, body } = await app.get(`${SHEETS}/${record.id}`);
  return `https://cdn.example/${status}/${body.headline ?? 'none'}`;
};

const file = dataUri('text/plain', 'hello');
const aSheet = (headline: string) => app.create(SHEETS, { headline, file });
const urlOf = (document: JsonObject): string | undefined => mediaObjects(document)[0]?.contentUrl;

describe('a URL generator that reads this API during a write', () => {
  test('reads what a POST, a PATCH and a PUT stored', async () => {
    const created = await aSheet('first');
    expect(urlOf(created)).toBe('https://cdn.example/200/first');
    const patched = await app.patch(created['@id'], { headline: 'second' }, admin);
    expect(urlOf(patched.body)).toBe('https://cdn.example/200/second');
    const replaced = await app.put(created['@id'], { headline: 'third' }, admin);
    expect(urlOf(replaced.body)).toBe('https://cdn.example/200/third');
  });

  test('reads what an upload stored', async () => {
    const uploaded = await app.upload(`${SHEETS}/upload`, form({ file: ['hello', 'a.txt'] }));
    expect([uploaded.status, urlOf(uploaded.body)]).toEqual([201, 'https://cdn.example/200/none']);
  });

  /** Creates an address from the number of records of a type that a visitor can read. */
  const countAt =
    (path: string): UrlGenerator =>
    async () =>
      `https://cdn.example/${(await app.get(path)).body.totalItems}`;

  test('is called for an embedded record once both are stored', async () => {
    const iri = (await aSheet('inside'))['@id'];
    generate = countAt('/component/frames');
    const written = await app.create('/component/frames', { sheet: iri });
    const { totalItems } = (await app.get('/component/frames')).body;
    expect(urlOf(written.sheet as JsonObject)).toBe(`https://cdn.example/${totalItems}`);
  });

  test("is called for each member of a Collection component's list once that is stored", async () => {
    await aSheet('listed');
    generate = countAt('/component/collections');
    const { collection } = await app.create('/component/collections', { resourceIri: SHEETS });
    const { totalItems } = (await app.get('/component/collections')).body;
    const { member } = collection as unknown as { readonly member: readonly JsonObject[] };
    expect(member.length).toBeGreaterThan(0);
    for (const one of member) expect(urlOf(one)).toBe(`https://cdn.example/${totalItems}`);
  });
});

describe('a URL generator that writes to its own record', () => {
  test('blocks no write', async () => {
    generate = async ({ record }) => {
      const { status } = await app.patch(`${SHEETS}/${record.id}`, { note: 'asked' }, admin);
      return `https://cdn.example/${status}`;
    };
    const created = await aSheet('first');
    expect(urlOf(created)).toBe('https://cdn.example/200');
    // The response is the state that its own write committed.
    expect(created).not.toHaveProperty('note');
    expect((await app.get(created['@id'])).body.note).toBe('asked');
  });
});

describe('a record in the body of another', () => {
  test('is rejected, and its file is not stored', async () => {
    const before = await app.files('private');
    const { '@id': group } = await app.create('/_/component_groups', {
      reference: 'nested files',
      location: 'main',
    });
    const body = { componentGroup: group, component: { '@type': 'Sheet', headline: 'nested', file } };
    const refused = await app.post('/_/component_positions', body, admin);
    expect(refused.status, refused.text).toBe(422);
    expect(await app.files('private')).toEqual(before);
  });
});
