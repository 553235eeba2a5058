import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { manifest } from '../../../generated/manifest.js';
import { writeFixtures } from '../../../runtime/console/write-fixtures.js';
import type { FileStorage } from '../../../runtime/kernel/ports/file-storage.js';
import { dataUri, startUploadsApp, type UploadsApp } from '../uploads/support.js';
import { createSite } from '../routes/site.js';
import { UPLOADS } from '../../../runtime/features/uploads/public-api.js';

let site: UploadsApp;
beforeAll(async () => {
  site = await startUploadsApp({ manifest });
  const page = String((await createSite(site).page({ reference: 'only' }))['@id']);
  const group = await site.create('/_/component_groups', {
    ...{ reference: `primary_${page}`, location: page, pages: [page] },
  });
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
  const image = await site.create('/component/images', { file: dataUri('image/gif', gif) });
  const placed = { componentGroup: group['@id'], component: image['@id'] };
  await site.create('/_/component_positions', placed);
});
afterAll(() => site.close());

async function aFolder(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'cms-unfinished-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  return root;
}

/** The site with files that `read` reads. */
function reading(read: FileStorage['read']): UploadsApp['app'] {
  const uploads = site.app.get(UPLOADS);
  const stores = {
    ...uploads.stores,
    get: (adapter: string) => ({ ...uploads.stores.get(adapter), read }),
  };
  // The export uses nothing else.
  return { ...site.app, get: <Api>() => ({ ...uploads, stores }) as Api };
}

describe('an export that does not finish', () => {
  test('leaves nothing behind when it is stopped', async () => {
    const projectRoot = await aFolder();
    const target = { path: join(projectRoot, 'Site.ts'), name: 'Site' };
    const stop = new AbortController();
    const app = reading(() => {
      stop.abort(new Error('enough'));
      return Promise.resolve(Readable.from([Buffer.from('bytes')]));
    });
    const written = writeFixtures(app, target, { projectRoot, signal: stop.signal });
    await expect(written).rejects.toThrow('enough');
    expect(await readdir(projectRoot)).toEqual([]);
  });

  test('fails if a copy cannot be written, instead of listing its file as unreadable', async () => {
    const projectRoot = await aFolder();
    const target = { path: join(projectRoot, 'Site.ts'), name: 'Site' };
    const app = reading(async () => {
      for (const folder of await readdir(projectRoot))
        await rm(join(projectRoot, folder), { recursive: true });
      return Readable.from([Buffer.from('bytes')]);
    });
    await expect(writeFixtures(app, target, { projectRoot })).rejects.toThrow('ENOENT');
    expect(await readdir(projectRoot)).toEqual([]);
  });
});
