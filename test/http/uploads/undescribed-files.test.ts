import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { posterManifest, TOO_LONG } from './poster.js';
import type { StorageKind, StoredApp } from './storages.js';
import { startStoredApp } from './storages.js';
import { UPLOADS } from '../../../runtime/features/uploads/public-api.js';

const POSTERS = '/component/posters';
const SHORT = 'data:text/plain,short';
const LONG = `data:text/plain,${'long '.repeat(10)}`;
const PUBLISHED = { publishedAt: '2020-01-01T00:00:00Z' };
const admin = { as: 'admin' } as const;

describe.each<StorageKind>(['local', 's3'])('a file without an info row on a %s filesystem', (kind) => {
  let app: StoredApp;
  beforeAll(async () => {
    app = await startStoredApp(kind, { manifest: posterManifest });
  });
  afterAll(() => app?.close());
  beforeEach(() => {
    app.calls.all.length = 0;
    app.calls.inTransaction.length = 0;
  });

  /** Creates a draft with a text that can be published; returns its IRI and the path of the text. */
  async function aPoster(): Promise<{ readonly iri: string; readonly path: string }> {
    const created = await app.create(POSTERS, { headline: 'A', terms: SHORT });
    const { database } = app.app;
    const row = await database.first<{ path: string }>(
      `select t.terms_path as path from ${database.table('posters')} t where t.id = :id`,
      { id: created['@id'].slice(created['@id'].lastIndexOf('/') + 1) },
    );
    await forgetDescriptions();
    return { iri: created['@id'], path: row?.path ?? '' };
  }

  async function forgetDescriptions(): Promise<void> {
    const { database } = app.app;
    const uploads = app.app.get(UPLOADS);
    await uploads.whenIdle();
    await database.transaction((session) =>
      session.run(`delete from ${database.table('imagine_cached_file_metadata')}`),
    );
  }

  test('is read before the transaction of the write that validates it', async () => {
    const { iri } = await aPoster();
    const published = await app.patch(iri, { publishedAt: 'now' }, admin);
    expect(published.status, published.text).toBe(200);
    expect(app.calls.all).not.toEqual([]);
    expect(app.calls.inTransaction).toEqual([]);
  });

  test('is not requested again if it is missing', async () => {
    const { iri, path } = await aPoster();
    await app.storage('private').remove(path);
    const published = await app.patch(iri, { publishedAt: 'now' }, admin);
    expect(published.status, published.text).toBe(200);
    expect(app.calls.inTransaction).toEqual([]);
  });

  test('is read and validated if another request stored it at the last moment', async () => {
    const { iri } = await aPoster();
    const storage = app.storage('private');
    const { stat } = storage;
    storage.stat = async (path) => {
      storage.stat = stat;
      expect((await app.patch(iri, { terms: LONG }, admin)).status).toBe(200);
      await forgetDescriptions();
      return stat(path);
    };
    const refused = await app.patch(iri, { publishedAt: 'now' }, admin);
    expect(refused.status, refused.text).toBe(422);
    expect(refused.body.violations).toEqual([
      expect.objectContaining({ propertyPath: 'terms', message: TOO_LONG }),
    ]);
    expect(app.calls.inTransaction).toEqual([]);
  });

  test('is copied outside the transaction if its record is published at the last moment', async () => {
    const { iri, path } = await aPoster();
    const storage = app.storage('private');
    const { stat } = storage;
    storage.stat = async (requested) => {
      storage.stat = stat;
      expect((await app.patch(iri, PUBLISHED, admin)).status).toBe(200);
      return stat(requested);
    };
    const edited = await app.patch(iri, { headline: 'B' }, admin);
    expect(edited.status, edited.text).toBe(200);
    expect(edited.body['@id']).not.toBe(iri);
    expect(app.calls.all).toContain(`copy ${path}`);
    expect(app.calls.inTransaction).toEqual([]);
  });
});
