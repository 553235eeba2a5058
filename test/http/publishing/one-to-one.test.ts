import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Manifest } from '../../../runtime/kernel/contract/schema/manifest.js';
import type {
  FieldDescriptor,
  ResourceDescriptor,
} from '../../../runtime/kernel/contract/schema/resource.js';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import type { TestApp } from '../../support/test-app.js';
import { startTestApp } from '../../support/test-app.js';
import { publishingManifest, relation, text } from './types.js';

const find = (name: string): ResourceDescriptor =>
  publishingManifest.resources.find((resource) => resource.name === name)!;

const aType = (
  model: ResourceDescriptor,
  name: string,
  fields: readonly FieldDescriptor[],
): ResourceDescriptor => ({
  ...model,
  name,
  classIdentifier: name,
  path: `/component/${name.toLowerCase()}s`,
  table: `${name.toLowerCase()}s`,
  searchFields: [],
  orderFields: [],
  fields,
  validate() {},
});

const other = { readable: true, writable: false } as const;
const inverse = (name: string, target: string): FieldDescriptor => ({
  kind: 'inverse-one',
  name,
  target,
  column: 'jar_id',
  ...other,
});
/** Fields that `x-relation` derives from `oneToOne` and `oneToMany` with `mappedBy`, and from the owning sides. */
const manifest: Manifest = {
  ...publishingManifest,
  resources: [
    ...publishingManifest.resources,
    aType(find('Article'), 'Jar', [
      text('label'),
      { ...relation('only', 'Box'), unique: true },
      inverse('lid', 'Lid'),
      inverse('seal', 'Seal'),
      {
        kind: 'to-many',
        name: 'parts',
        target: 'Part',
        through: { kind: 'inverse', column: 'jar_id' },
        ...other,
      },
    ]),
    aType(find('Box'), 'Lid', [{ ...relation('jar', 'Jar'), unique: true }]),
    aType(find('Article'), 'Seal', [text('label'), { ...relation('jar', 'Jar'), unique: true }]),
    aType(find('Box'), 'Part', [relation('jar', 'Jar')]),
    { ...aType(find('Box'), 'Gadget', [text('label'), relation('jar', 'Jar')]), parent: 'Part' },
  ],
};

let app: TestApp;
const admin = { as: 'admin' } as const;
beforeAll(async () => {
  app = await startTestApp({ manifest, config: { routable_security: null, route_security: [] } });
});
afterAll(() => app.close());

const made = async (plural: string, body: JsonObject): Promise<string> =>
  (await app.create(`/component/${plural}`, body))['@id'];
const aJar = (body: JsonObject = {}): Promise<string> =>
  made('jars', { label: 'one', publishedAt: 'now', ...body });
const draftOf = async (live: string): Promise<string> =>
  (await app.patch(live, { label: 'two' }, admin)).body['@id'];

describe('the inverse side of a relation', () => {
  test('lists the records that reference it, in items and lists, including those of inheriting types', async () => {
    const jar = await aJar();
    const lid = await made('lids', { jar });
    const parts = [await made('parts', { jar }), await made('gadgets', { jar })];
    const { body } = await app.get(jar);
    expect(body.lid).toBe(lid);
    expect([...body.parts].sort()).toEqual([...parts].sort());
    const list = (await app.get('/component/jars?perPage=100')).body.member;
    expect(list.find((member: JsonObject) => member['@id'] === jar)).toMatchObject({
      lid,
      parts: body.parts,
    });
  });

  test('shows a pair that references it once, by its published row', async () => {
    const jar = await aJar();
    const seal = await made('seals', { jar, label: 'one', publishedAt: 'now' });
    await draftOf(seal);
    expect((await app.get(jar, admin)).body.seal).toBe(seal);
    expect((await app.get(jar)).body.seal).toBe(seal);
    const list = (await app.get('/component/jars?perPage=100', admin)).body.member;
    expect(list.filter((member: JsonObject) => member['@id'] === jar)).toHaveLength(1);
  });
});

describe('a draft of a record in one-to-one relations', () => {
  test('keeps the target of its published row, which no other record can reference', async () => {
    const only = await made('boxes', { label: 'b' });
    const jar = await aJar({ only });
    expect((await app.get(await draftOf(jar), admin)).body.only).toBe(only);
    expect((await app.post('/component/jars', { only }, admin)).status).toBe(422);
    expect((await app.patch(jar, { publishedAt: 'now' }, admin)).body).toMatchObject({
      '@id': jar,
      only,
      label: 'two',
    });
  });

  test('keeps the record that references it when it is published, and the previous reference is cleared', async () => {
    const jar = await aJar();
    const previous = await made('lids', { jar });
    const draft = await draftOf(jar);
    const lid = await made('lids', { jar: draft });
    const part = await made('parts', { jar: draft });
    expect((await app.get(jar)).body.lid).toBe(previous);
    const published = await app.patch(jar, { publishedAt: 'now' }, admin);
    expect(published.status).toBe(200);
    expect(published.body).toMatchObject({ '@id': jar, label: 'two', lid, parts: [part] });
    expect((await app.get(previous)).body).not.toHaveProperty('jar');
  });

  test('keeps the record that references it when its published row is deleted, or takes over that of the row', async () => {
    const [one, two] = [await aJar(), await aJar()];
    const previous = await made('lids', { jar: one });
    const only = await made('lids', { jar: two });
    const drafts = [await draftOf(one), await draftOf(two)];
    const lid = await made('lids', { jar: drafts[0] ?? '' });
    for (const jar of [one, two]) expect((await app.delete(`${jar}?published=true`, admin)).status).toBe(204);
    expect((await app.get(drafts[0] ?? '', admin)).body.lid).toBe(lid);
    expect((await app.get(previous, admin)).body).not.toHaveProperty('jar');
    expect((await app.get(drafts[1] ?? '', admin)).body.lid).toBe(only);
  });
});
