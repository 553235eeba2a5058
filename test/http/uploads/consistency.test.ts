import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeFileInfo } from '../../../runtime/features/uploads/storage/file-info.js';
import { describeDiagnosis } from '../../../runtime/kernel/derived/describe-diagnosis.js';
import type { Diagnosis } from '../../../runtime/kernel/derived/doctor.js';
import type { UploadsApp } from './support.js';
import { form, picture, startUploadsApp } from './support.js';

let app: UploadsApp;
beforeEach(async () => {
  app = await startUploadsApp();
});
afterEach(() => app.close());

async function examine(repair = false, limit = 20): Promise<Readonly<Record<string, Diagnosis>>> {
  const found: Record<string, Diagnosis> = {};
  for await (const one of app.app.doctor.examine({ limit, repair })) found[one.name] = one;
  return found;
}

const WELL = { status: 'ok', differences: [] };

/** Uploads a picture with its variants; returns its id, its path and the files next to it. */
async function aPicture(): Promise<{ id: string; path: string; variants: readonly string[] }> {
  const known = new Set(await app.files('public', 'variants'));
  const { status, body } = await app.upload(
    '/component/images/upload',
    form({ file: [await picture(60, 40), 'sea.png'] }),
  );
  expect(status).toBe(201);
  const files = (await app.files('public', 'variants')).filter((path) => !known.has(path));
  const path = files.find((each) => !each.startsWith(app.config.imageCachePrefix)) ?? '';
  const id = String(body['@id']).slice(String(body['@id']).lastIndexOf('/') + 1);
  return { id, path, variants: files.filter((each) => each !== path) };
}

const infoRows = async (): Promise<readonly unknown[]> => {
  const { database } = app.app;
  return database.all(`select path from ${database.table('imagine_cached_file_metadata')}`);
};

describe('files and their info rows', () => {
  test('are correct after uploads, and the doctor ignores surplus files', async () => {
    const { variants } = await aPicture();
    expect(variants.length).toBeGreaterThan(0);
    await writeFile(join(app.folders.public, 'surplus.txt'), 'nobody’s');
    expect(await examine()).toMatchObject({ 'stored-files': WELL, 'file-info': WELL });
  });

  test('are reported if the file of a record is missing, also after a repair, which deletes the info rows', async () => {
    await aPicture();
    const { id, path, variants } = await aPicture();
    const before = (await infoRows()).length;
    for (const each of [path, ...variants]) await rm(join(app.folders.public, each));
    const lacking = {
      status: 'differs',
      differences: [expect.stringContaining(`${id}: "${path}" does not exist in filesystem "public" (file)`)],
      advice: 'Restore these files from a backup, or upload new ones. They cannot be repaired.',
    };
    const found = await examine();
    expect(found['stored-files']).toMatchObject(lacking);
    expect(found['file-info']?.status).toBe('differs');
    expect(found['file-info']?.differences).toHaveLength(1 + variants.length);
    expect(found['file-info']?.differences).toContain(`"${path}": the file does not exist`);
    expect(await infoRows()).toHaveLength(before);

    const repaired = await examine(true);
    expect(repaired['stored-files']).toMatchObject(lacking);
    expect(repaired['file-info']).toMatchObject({ status: 'repaired' });
    expect(await infoRows()).toHaveLength(before - 1 - variants.length);
    expect((await examine())['file-info']).toMatchObject(WELL);
  });

  test('are repaired if a variant is missing: its row is deleted, and the file stays', async () => {
    const { path, variants } = await aPicture();
    const [variant = ''] = variants;
    await rm(join(app.folders.public, variant));
    const lines = Object.values(await examine())
      .filter(({ name }) => ['stored-files', 'file-info'].includes(name))
      .flatMap(describeDiagnosis)
      .join('\n');
    const guide = await readFile(new URL('../../../docs/how-to/operations.md', import.meta.url), 'utf8');
    expect(guide).toContain(lines.replace(path, 'sea-0a1b2c3d.png'));
    const filter = variant.slice(app.config.imageCachePrefix.length + 1).split('/')[0];
    expect(await examine(true)).toMatchObject({
      'stored-files': WELL,
      'file-info': {
        status: 'repaired',
        differences: [`"${path}", variant "${filter}": the file does not exist`],
      },
    });
    expect(await app.files('public')).toEqual([path]);
    expect(await examine()).toMatchObject({ 'stored-files': WELL, 'file-info': WELL });
  });

  test('are found and deleted in any number', async () => {
    const { path } = await aPicture();
    const kept = (await infoRows()).length;
    const stale = Array.from({ length: 1100 }, (_, index) => ({
      ...{ path: `gone-${index}.txt`, filter: null, mediaType: 'text/plain' },
      ...{ size: 1, width: null, height: null, originalName: null, variantExtension: null },
    }));
    await app.app.database.transaction((session) => writeFileInfo(session, stale));
    const found = (await examine(false, 2000))['file-info'];
    expect(found?.differences.toSorted()).toEqual(
      stale.map((info) => `"${info.path}": no record references the file`).sort(),
    );
    expect((await examine(true))['file-info']).toMatchObject({ status: 'repaired', hasMore: true });
    expect(await infoRows()).toHaveLength(kept);
    expect(await app.files('public')).toEqual([path]);
  });

  test('are repaired if no record references the file: its row is deleted, and the file stays', async () => {
    const { id, path, variants } = await aPicture();
    const { database } = app.app;
    const { table } = app.app.registry.require('Image');
    await database.transaction((session) =>
      session.run(`update ${session.table(table)} set filename = null where id = :id`, { id }),
    );
    const found = await examine(true);
    expect(found['stored-files']).toMatchObject(WELL);
    expect(found['file-info']?.status).toBe('repaired');
    expect(found['file-info']?.differences).toContain(`"${path}": no record references the file`);
    expect(await infoRows()).toEqual([]);
    expect(await app.files('public', 'variants')).toEqual([path, ...variants].sort());
  });
});
