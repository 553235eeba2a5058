import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Resolver } from '../../../runtime/kernel/contract/features/extensions.js';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import type { Manifest } from '../../../runtime/kernel/contract/schema/manifest.js';
import type { ResourceDescriptor } from '../../../runtime/kernel/contract/schema/resource.js';
import type { LogEntry } from '../../../runtime/kernel/ports/logger.js';
import { openToWriters, relation, text } from '../publishing/types.js';
import type { UploadsApp } from '../uploads/support.js';
import {
  errorLog,
  form,
  plainType,
  startUploadsApp,
  uploadField,
  uploadManifest,
} from '../uploads/support.js';

const admin = { as: 'admin' } as const;
const ECHOES = '/component/echoes';

/** Only administrators see the resolver's value, so its own anonymous requests do not call it again. */
const echo = plainType('Echo', ECHOES, [
  text('headline'),
  text('note'),
  uploadField({ name: 'file', column: 'file_path' }),
  {
    kind: 'computed',
    name: 'heard',
    readable: true,
    writable: false,
    readIf: "is_granted('ROLE_ADMIN')",
    resolver: 'heard',
  },
]);
const frame = {
  ...plainType('Frame', '/component/frames', [text('title'), { ...relation('echo', 'Echo'), embed: true }]),
  operations: ['collection', 'create', 'read', 'update', 'delete'] as const,
};
const published: ResourceDescriptor = {
  ...echo,
  name: 'PublishedEcho',
  classIdentifier: 'PublishedEcho',
  path: '/component/published_echoes',
  table: 'published_echoes',
  publishable: {
    field: 'publishedAt',
    publishedAssociation: 'publishedResource',
    draftAssociation: 'draftResource',
    validationGroups: [],
  },
};
const manifest: Manifest = {
  ...uploadManifest,
  resources: [...uploadManifest.resources, openToWriters(echo), frame, published],
};

let app: UploadsApp;
let heard: Resolver;
let errors: LogEntry[];

beforeAll(async () => {
  const notified = errorLog();
  errors = notified.errors;
  app = await startUploadsApp({
    manifest,
    log: notified.log,
    extensions: { resolvers: { heard: (record, context) => heard(record, context) } },
    config: { routable_security: null, route_security: [] },
  });
});
afterAll(() => app.close());
beforeEach(() => {
  errors.length = 0;
  heard = readOwnRecord;
});

/** Returns the document that the API shows a visitor. */
const readOwnRecord: Resolver = async ({ type, id }) => {
  const path = type === 'Echo' ? ECHOES : published.path;
  const { status, body } = await app.get(`${path}/${id}`);
  return { status, headline: body.headline ?? null };
};

const anEcho = (body: JsonObject) => app.create(ECHOES, body);
const found = (headline: string) => ({ status: 200, headline });

describe('a resolver that reads this API during a write', () => {
  test('reads what a POST stored', async () => {
    expect((await anEcho({ headline: 'first' })).heard).toEqual(found('first'));
  });

  test('reads what a PATCH and a PUT changed', async () => {
    const iri = (await anEcho({ headline: 'first' }))['@id'];
    const patched = await app.patch(iri, { headline: 'second' }, admin);
    expect(patched.body.heard).toEqual(found('second'));
    const replaced = await app.put(iri, { headline: 'third' }, admin);
    expect(replaced.body.heard).toEqual(found('third'));
  });

  test('reads what uploads stored', async () => {
    const created = await app.upload(`${ECHOES}/upload`, form({ file: ['hello', 'a.txt'] }));
    expect([created.status, created.body.heard]).toEqual([201, { status: 200, headline: null }]);
    const { '@id': iri } = await anEcho({ headline: 'with a file' });
    const uploaded = await app.upload(`${iri}/upload`, form({ file: ['hello', 'a.txt'] }));
    expect([uploaded.status, uploaded.body.heard]).toEqual([201, found('with a file')]);
  });

  test('reads what publishing made public', async () => {
    const live = (await app.create(published.path, { headline: 'old', publishedAt: 'now' }))['@id'];
    const draft = await app.patch(live, { headline: 'new' }, admin);
    expect(draft.body.heard).toMatchObject({ status: 404 });
    const merged = await app.patch(live, { publishedAt: 'now' }, admin);
    expect(merged.body).toMatchObject({ '@id': live, heard: found('new') });
  });

  test('is called for a record that another one embeds', async () => {
    const iri = (await anEcho({ headline: 'inside' }))['@id'];
    const written = await app.create('/component/frames', { title: 'T', echo: iri });
    expect(written.echo).toMatchObject({ '@id': iri, heard: found('inside') });
  });

  test('is called for each member of the list of a Collection component', async () => {
    await anEcho({ headline: 'listed' });
    const { collection } = await app.create('/component/collections', { resourceIri: ECHOES });
    const { member } = collection as unknown as { readonly member: readonly JsonObject[] };
    expect(member.length).toBeGreaterThan(0);
    for (const one of member) expect(one.heard).toEqual({ status: 200, headline: one.headline ?? null });
  });
});

describe('a resolver that writes during a write', () => {
  test('blocks neither itself nor others', async () => {
    heard = async ({ id }) => {
      const answer = await app.patch(`${ECHOES}/${id}`, { note: 'heard' }, { as: 'user' });
      return answer.status;
    };
    const created = await anEcho({ headline: 'first' });
    // The response is the state that its own write committed.
    expect(created).toMatchObject({ headline: 'first', heard: 200 });
    expect(created).not.toHaveProperty('note');
    expect((await app.get(created['@id'])).body.note).toBe('heard');
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((headline) => app.patch(created['@id'], { headline }, admin)),
    );
    expect(answers.map(({ status, body }) => [status, body.heard])).toEqual(Array(3).fill([200, 200]));
  });
});

describe('a resolver that fails during a write', () => {
  test('omits its member, and the write succeeds', async () => {
    heard = () => Promise.reject(new Error('nobody there'));
    const created = await app.post(ECHOES, { headline: 'kept' }, admin);
    expect([created.status, created.body.headline]).toEqual([201, 'kept']);
    expect(created.body).not.toHaveProperty('heard');
    expect(errors).toMatchObject([{ type: 'Echo', member: 'heard', err: expect.any(Error) }]);
    expect((await app.get(created.body['@id'])).body.headline).toBe('kept');
  });
});

describe('a write that is rejected', () => {
  test('calls no resolver', async () => {
    let requested = 0;
    heard = () => (requested += 1);
    const componentPositions = [{ componentGroup: '/_/component_groups/none' }];
    const refused = await app.post(ECHOES, { headline: 'gone', componentPositions }, admin);
    expect(refused.status).toBe(400);
    expect(requested).toBe(0);
  });
});
