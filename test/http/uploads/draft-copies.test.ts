import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { StorageKind, StoredApp } from './storages.js';
import { startStoredApp } from './storages.js';
import { dataUri, form, mediaObjects, picture } from './support.js';
import { UPLOADS } from '../../../runtime/features/uploads/public-api.js';

const IMAGES = '/component/images';
const BROCHURES = '/component/brochures';
const PUBLISHED = { publishedAt: '2020-01-01T00:00:00Z' };
const admin = { as: 'admin' } as const;

describe.each<StorageKind>(['local', 's3'])('files of a draft on a %s filesystem', (kind) => {
  let app: StoredApp;
  let bytes: Buffer;
  beforeAll(async () => {
    app = await startStoredApp(kind);
    bytes = await picture(90, 60);
  });
  afterAll(() => app?.close());
  beforeEach(() => {
    app.calls.all.length = 0;
    app.calls.inTransaction.length = 0;
  });

  /** Creates a published brochure with a document and a cover; returns its IRI. */
  async function publish(): Promise<string> {
    const created = await app.create(BROCHURES, {
      documentFile: 'data:text/plain,first',
      cover: dataUri('image/png', bytes),
      ...PUBLISHED,
    });
    app.calls.all.length = 0;
    return created['@id'];
  }
  const copies = (): string[] => app.calls.all.filter((call) => call.startsWith('copy '));
  const download = async (iri: string): Promise<string> =>
    (await app.get(`${iri}/download/documentFile`, admin)).text;

  test('are copied with their variants, and storage is not accessed inside a transaction', async () => {
    const iri = await publish();
    const draft = await app.patch(iri, { uiComponent: 'Draft' }, admin);
    expect(draft.status, draft.text).toBe(200);
    expect(draft.body['@id']).not.toBe(iri);
    expect(copies()).toHaveLength(4);
    expect(mediaObjects(draft.body, 'cover')).toHaveLength(3);
    const image = (await app.create(IMAGES, { file: dataUri('image/png', bytes), ...PUBLISHED }))['@id'];
    const replaced = await app.upload(`${image}/upload`, form({ file: [bytes, 'again.png'] }));
    expect(replaced.status, replaced.text).toBe(201);
    const merged = await app.patch(draft.body['@id'], { publishedAt: 'now' }, admin);
    expect(merged.body['@id']).toBe(iri);
    expect((await app.delete(`${image}?published=true`, admin)).status).toBe(204);
    expect(app.calls.inTransaction).toEqual([]);
    expect(await app.strays()).toEqual([]);
    expect(await app.lost()).toEqual([]);
  });

  test('are not copied if the same request replaces or clears them', async () => {
    const iri = await publish();
    const draft = await app.patch(
      iri,
      { documentFile: null, cover: dataUri('image/png', await picture(20, 20)) },
      admin,
    );
    expect(draft.status, draft.text).toBe(200);
    expect(copies()).toEqual([]);
    expect(mediaObjects(draft.body, 'documentFile')).toEqual([]);
    expect(mediaObjects(draft.body, 'cover')[0]).toMatchObject({ width: 20 });
    expect(await download(`${iri}`)).toBe('The file path for this resource is empty');
    const live = await app.get(`${iri}?published=true`, admin);
    expect(mediaObjects(live.body, 'cover')[0]).toMatchObject({ width: 90 });
    expect(mediaObjects(live.body, 'documentFile')).toHaveLength(1);
    expect(app.calls.inTransaction).toEqual([]);
    expect(await app.strays()).toEqual([]);
    expect(await app.lost()).toEqual([]);
  });

  test('are not copied by a request that creates no draft', async () => {
    const iri = await publish();
    await app.patch(iri, {}, admin);
    await app.patch(iri, { publishedAt: 'now' }, admin);
    await app.patch(`${iri}?published=true`, { uiComponent: 'Live' }, admin);
    await app.patch(iri, { uiComponent: 'User' }, { as: 'user' });
    expect(copies()).toEqual([]);
    const draft = (await app.patch(iri, { uiComponent: 'Draft' }, admin)).body['@id'];
    app.calls.all.length = 0;
    await app.patch(iri, { uiComponent: 'Again' }, admin);
    await app.patch(draft, { uiComponent: 'Once more' }, admin);
    expect(copies()).toEqual([]);
    expect(await app.strays()).toEqual([]);
  });

  test('are one copy if two simultaneous requests create the draft', async () => {
    const iri = await publish();
    const answers = await Promise.all(
      ['One', 'Two', 'Three'].map((uiComponent) => app.patch(iri, { uiComponent }, admin)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body['@id'])).size).toBe(1);
    expect(await download(answers[0]?.body['@id'])).toBe('first');
    expect(app.calls.inTransaction).toEqual([]);
    expect(await app.strays()).toEqual([]);
    expect(await app.lost()).toEqual([]);
  });

  test('do not remain if the request is rejected', async () => {
    const iri = await publish();
    const refused = await app.patch(iri, { cover: dataUri('image/png', 'no picture') }, admin);
    expect(refused.status).toBe(422);
    expect(copies()).toHaveLength(1);
    const undated = await app.patch(iri, { uiComponent: 'Draft', publishedAt: 'never' }, admin);
    expect(undated.status).toBe(422);
    expect((await app.get(iri, admin)).body['@id']).toBe(iri);
    expect(app.calls.inTransaction).toEqual([]);
    expect(await app.strays()).toEqual([]);
    expect(await app.lost()).toEqual([]);
  });

  test('do not remain if storage fails in the middle', async () => {
    const iri = await publish();
    const storage = app.storage('private');
    const { copy } = storage;
    let count = 0;
    storage.copy = async (from, to) => {
      count += 1;
      if (count === 3) throw new Error('the filesystem is gone');
      return copy(from, to);
    };
    const failed = await app.patch(iri, { uiComponent: 'Draft' }, admin);
    storage.copy = copy;
    expect(failed.status).toBe(500);
    expect((await app.get(iri, admin)).body['@id']).toBe(iri);
    expect(await app.strays()).toEqual([]);
    expect(await app.lost()).toEqual([]);
  });

  /**
   * Another caller changes the published document each time it is being copied, at most `times` times.
   * A variant is copied after its original, so only the copies of documents are counted.
   */
  function changeWhileCopying(iri: string, times: number): { readonly changed: () => number } {
    const storage = app.storage('private');
    const { copy } = storage;
    let count = 0;
    storage.copy = async (from, to) => {
      const isCopied = await copy(from, to);
      if (!from.startsWith('docs/') || count >= times) return isCopied;
      count += 1;
      const body = { documentFile: `data:text/plain,change ${count}` };
      expect((await app.patch(`${iri}?published=true`, body, admin)).status).toBe(200);
      return isCopied;
    };
    onTestFinished(() => void (storage.copy = copy));
    return { changed: () => count };
  }

  test.each([1, 3])(
    'are the current ones of the published row, however often it changed (%i)',
    async (times) => {
      const iri = await publish();
      const { changed } = changeWhileCopying(iri, times);
      const draft = await app.patch(iri, { uiComponent: 'Draft' }, admin);
      expect(draft.status, draft.text).toBe(200);
      expect(draft.body['@id']).not.toBe(iri);
      expect(changed()).toBe(times);
      expect(await download(draft.body['@id'])).toBe(`change ${times}`);
      expect(mediaObjects(draft.body, 'cover')).toHaveLength(3);
      // Unchanged files are not copied again.
      expect(copies()).toHaveLength(1 + times + 3);
      expect(app.calls.inTransaction).toEqual([]);
      expect(await app.strays()).toEqual([]);
      expect(await app.lost()).toEqual([]);
    },
  );

  test('result in 409 with nothing written if the published row keeps changing', async () => {
    const iri = await publish();
    const { changed } = changeWhileCopying(iri, Infinity);
    const refused = await app.patch(iri, { uiComponent: 'Draft' }, admin);
    expect(refused.status, refused.text).toBe(409);
    expect(refused.text).toContain('Retry the request');
    expect(changed()).toBeLessThan(10);
    expect((await app.get(iri, admin)).body['@id']).toBe(iri);
    expect(app.calls.inTransaction).toEqual([]);
    expect(await app.strays()).toEqual([]);
    expect(await app.lost()).toEqual([]);
  });

  test('are shown by the next read if a write finds them without an info row', async () => {
    const iri = await publish();
    const live = `${iri}?published=true`;
    await app.app.get(UPLOADS).whenIdle();
    await app.app.database.transaction((session) =>
      session.run(`delete from ${session.table('imagine_cached_file_metadata')}`),
    );
    const written = await app.patch(live, { uiComponent: 'Live' }, admin);
    expect(written.status, written.text).toBe(200);
    expect(app.calls.inTransaction).toEqual([]);
    expect(mediaObjects((await app.get(live, admin)).body, 'cover')[0]).toMatchObject({ width: 90 });
    await app.app.get(UPLOADS).whenIdle();
  });

  test('keep the path of a missing file', async () => {
    const iri = await publish();
    const { database } = app.app;
    const column = `select t.document_path as path from ${database.table('brochures')} t where t.id = :id`;
    const pathOf = async (item: string): Promise<string> =>
      String((await database.first(column, { id: item.slice(item.lastIndexOf('/') + 1) }))?.path);
    await app.storage('private').remove(await pathOf(iri));
    const draft = await app.patch(iri, { uiComponent: 'Draft' }, admin);
    expect(draft.status, draft.text).toBe(200);
    expect(await pathOf(draft.body['@id'])).toBe(await pathOf(iri));
    expect((await app.delete(draft.body['@id'], admin)).status).toBe(204);
    expect(await app.strays()).toEqual([]);
    await app.delete(`${iri}?published=true`, admin);
  });
});
