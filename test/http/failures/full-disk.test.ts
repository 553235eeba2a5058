import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type LogEntry, SILENT_LOGGER } from '../../../runtime/kernel/ports/logger.js';
import { mountSmallDisk, type SmallDisk } from '../../support/small-disk.js';
import { type FormsApp, startFormsApp } from '../forms/support.js';
import { form, startUploadsApp, type UploadsApp } from '../uploads/support.js';

const ADMIN = { as: 'admin' } as const;
const BROCHURES = '/component/brochures';
const LETTER = 'x'.repeat(20_000);

const disk = await mountSmallDisk(2);
const failures: LogEntry[] = [];
const log = { ...SILENT_LOGGER, error: (entry: LogEntry) => void failures.push(entry) };

/** Runs the work with a full disk. */
async function whileFull<Result>(
  { fill, makeRoom }: SmallDisk,
  work: () => Promise<Result>,
): Promise<Result> {
  await fill();
  try {
    return await work();
  } finally {
    await makeRoom();
  }
}

const title = disk === undefined ? 'a full disk (skipped: this user may mount none)' : 'a full disk';

describe.skipIf(disk === undefined)(title, () => {
  const full = disk as SmallDisk; // skipped otherwise
  afterAll(() => full.remove());

  describe('of uploaded files', () => {
    let app: UploadsApp;
    beforeAll(async () => {
      app = await startUploadsApp({
        log,
        config: {
          filesystems: {
            public: { driver: 'local', root: `${full.folder}/public`, public_url: '/uploads' },
            private: { driver: 'local', root: `${full.folder}/private` },
          },
        },
      });
    });
    afterAll(() => app.close());

    test('results in 503 with Retry-After for uploads, the log names the disk, and nothing of them remains', async () => {
      failures.length = 0;
      const { status, headers, body } = await whileFull(full, () =>
        app.upload(`${BROCHURES}/upload`, form({ documentFile: [LETTER, 'a.txt'] })),
      );
      expect([status, headers.get('retry-after'), body.detail]).toEqual([
        503,
        '5',
        'The files are not available.',
      ]);
      expect(failures.map(({ err }) => String(err))).toEqual([
        expect.stringMatching(new RegExp(`${full.folder}.*ENOSPC`)),
      ]);
      expect((await app.get(BROCHURES, ADMIN)).body.totalItems).toBe(0);
      const again = await app.upload(`${BROCHURES}/upload`, form({ documentFile: [LETTER, 'a.txt'] }));
      expect(again.status).toBe(201);
    });

    test('prevents neither reading stored files nor writes without files', async () => {
      const stored = await app.upload(`${BROCHURES}/upload`, form({ documentFile: [LETTER, 'b.txt'] }));
      const { '@id': iri } = stored.body as { '@id': string };
      const statuses = await whileFull(full, async () => [
        (await app.get(`${iri}/download/documentFile`, ADMIN)).status,
        (await app.post('/_/layouts', { reference: 'main', uiComponent: 'Main' }, ADMIN)).status,
        (await app.delete(iri, ADMIN)).status,
      ]);
      expect(statuses).toEqual([200, 201, 204]);
    });
  });

  test('of the data folder results in 503 with Retry-After for submissions with a file', async () => {
    const app: FormsApp = await startFormsApp({ log, env: { CMS_DATA_DIR: `${full.folder}/data` } });
    onTestFinished(() => app.close());
    const path = `${await app.aForm('FilesType')}/submit`;
    const submit = () => {
      const data = new FormData();
      data.append('files[photo]', new Blob([LETTER]), 'a.txt');
      return app.postParts(path, data);
    };
    const { status, headers, text } = await whileFull(full, submit);
    expect([status, headers.get('retry-after')], text).toEqual([503, '5']);
    expect(await app.leftFiles()).toEqual([]);
    expect((await submit()).status).toBe(201);
  });
});
