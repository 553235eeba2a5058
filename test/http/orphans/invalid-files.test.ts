import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import type { Manifest } from '../../../runtime/kernel/contract/schema/manifest.js';
import { FILE_INFO_TABLE } from '../../../runtime/features/uploads/tables.js';
import { runCommand } from '../../support/run-command.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { form, picture, uploadManifest } from '../uploads/support.js';
import { ADMIN, type FilesApp, PATH, startFilesApp } from './files-support.js';

/** The types of the tests, with these rules for the files of one field and none for the others. */
function ruledBy(constraints: readonly JsonObject[], name = 'file'): Manifest {
  return {
    ...uploadManifest,
    resources: uploadManifest.resources.map((resource) => ({
      ...resource,
      fields: resource.fields.map((field) =>
        field.kind === 'upload' ? { ...field, constraints: field.name === name ? constraints : [] } : field,
      ),
    })),
  };
}

let app: FilesApp;
beforeEach(async () => void (app = await startFilesApp('local', {}, { manifest: ruledBy([]) })));
afterEach(() => app.close());

/** Starts a later version of the service, with other schema files for the same rows and files. */
async function later(manifest: Manifest): Promise<TestApp> {
  const started = await startTestApp({
    manifest,
    databaseUrl: app.config.database.url,
    config: {
      filesystems: {
        public: { driver: 'local', root: app.folders.public, public_url: '/uploads' },
        private: { driver: 'local', root: app.folders.private },
      },
      image_filters: {
        thumbnail: { width: 500, height: 500, mode: 'inset' },
        square: { width: 80, height: 80, mode: 'outbound', format: 'webp' },
      },
      orphaned_files: { minimum_age: 0 },
    },
  });
  onTestFinished(() => started.close());
  return started;
}

interface Invalid {
  readonly resource: string;
  readonly field: string;
  readonly adapter: string;
  readonly path: string;
  readonly violations: readonly string[];
}

async function invalidIn(service: TestApp): Promise<readonly Invalid[]> {
  expect((await service.post(`${PATH}/scan`, undefined, ADMIN)).status).toBe(202);
  return (await service.get(PATH, ADMIN)).body.invalidFiles;
}

async function upload(width: number, height: number, name = 'sea.png'): Promise<string> {
  const files = form({ file: [await picture(width, height), name] });
  const created = await app.upload('/component/images/upload', files);
  expect(created.status, created.text).toBe(201);
  return created.body['@id'];
}

const SMALL: JsonObject = { Image: { maxWidth: 50 } };

describe('invalidFiles of the files report', () => {
  test('lists files that violate the current rules of their field, with the violations', async () => {
    const wide = await upload(90, 20, 'wide.png');
    await upload(40, 20, 'narrow.png');
    const service = await later(ruledBy([SMALL, { File: { maxSize: 10 } }]));
    const found = await invalidIn(service);
    const [first] = found.filter(({ resource }) => resource === wide);
    expect(first).toEqual({
      resource: wide,
      field: 'file',
      adapter: 'public',
      path: expect.stringMatching(/^wide-[0-9a-f]{8}\.png$/),
      violations: [
        expect.stringContaining('The image width is too big (90px)'),
        expect.stringContaining('The file is too large'),
      ],
    });
    expect(found).toHaveLength(2);
    expect(found[0]?.path.startsWith('narrow')).toBe(true);
  });

  test('is empty if the rules accept every file, or there are none', async () => {
    await upload(40, 20);
    expect(await invalidIn(await later(ruledBy([SMALL])))).toEqual([]);
    expect(await invalidIn(app)).toEqual([]);
  });

  test('applies rules of the group Default only, and none inside others', async () => {
    await upload(90, 20);
    const others = [
      { Image: { maxWidth: 50, groups: ['Image:published'] } },
      { All: [{ Image: { maxWidth: 50 } }] },
    ];
    expect(await invalidIn(await later(ruledBy(others)))).toEqual([]);
  });

  test('excludes missing files, which are in missingFiles only', async () => {
    const iri = await upload(90, 20);
    const [stored = ''] = await app.files('public');
    await rm(join(app.folders.public, stored));
    const service = await later(ruledBy([SMALL]));
    expect(await invalidIn(service)).toEqual([]);
    const { body } = await service.get(PATH, ADMIN);
    expect(body.missingFiles).toMatchObject([{ resource: iri, path: stored }]);
  });

  test('validates the file itself if it has no info row', async () => {
    await upload(90, 20);
    const { database } = app.app;
    await database.transaction((session) => session.run(`delete from ${session.table(FILE_INFO_TABLE)}`));
    const service = await later(ruledBy([SMALL]));
    expect(await invalidIn(service)).toMatchObject([{ violations: [expect.stringContaining('90px')] }]);
  });

  test('changes and deletes nothing, and deleting all orphans keeps the list', async () => {
    const iri = await upload(90, 20);
    const service = await later(ruledBy([SMALL]));
    const before = [await app.files('public', 'variants'), (await app.get(iri, ADMIN)).body.file];
    await invalidIn(service);
    expect((await service.post(`${PATH}/delete`, { all: true }, ADMIN)).body.deleted).toEqual([]);
    expect((await service.get(PATH, ADMIN)).body.invalidFiles).toHaveLength(1);
    expect([await app.files('public', 'variants'), (await app.get(iri, ADMIN)).body.file]).toEqual(before);
  });

  test('is empty in a report of an earlier release', async () => {
    await upload(90, 20);
    const service = await later(ruledBy([SMALL]));
    await invalidIn(service);
    const { database } = app.app;
    const old = { orphanedFiles: [], unknownFiles: [], missingFiles: [] };
    await database.transaction((session) =>
      session.run(`update ${session.table('orphan_report')} set content = :content`, {
        content: JSON.stringify(old),
      }),
    );
    expect((await service.get(PATH, ADMIN)).body.invalidFiles).toEqual([]);
  });

  test('is counted by cms scan-orphaned-files, and listed with -v', async () => {
    const iri = await upload(90, 20);
    const service = await later(ruledBy([SMALL]));
    const printed = await runCommand(service, 'scan-orphaned-files', ['--verbose']);
    expect(printed).toContain('Invalid files: 1');
    expect(printed.at(-1)).toMatch(
      new RegExp(`^  public: sea-\\w+\\.png \\(${iri}, file\\): The image width is too big`),
    );
  });
});
