import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localFile } from '../../../runtime/scaffold/local-file.js';
import { resource, type ScaffoldResource } from '../../../runtime/scaffold/scaffold-resource.js';
import { defineScaffold, loadScaffold } from '../../../runtime/scaffold/scaffold.js';
import type { LoadedScaffold } from '../../../runtime/scaffold/scaffold.js';
import type { Site } from '../../../runtime/scaffold/site-builder.js';
import { openScaffoldStore } from '../../../runtime/console/open-application.js';
import { SILENT_LOGGER } from '../../../runtime/kernel/ports/logger.js';
import type { UploadsApp } from './support.js';
import { mediaObjects, picture, startUploadsApp } from './support.js';

let app: UploadsApp;
let projectRoot: string;
let bytes: Buffer;
beforeAll(async () => {
  app = await startUploadsApp();
  projectRoot = await mkdtemp(join(tmpdir(), 'cms-scaffold-'));
  bytes = await picture(60, 40);
  await writeFile(join(projectRoot, 'Hero Picture.png'), bytes);
  await writeFile(join(projectRoot, 'notes.txt'), 'no picture');
});
afterAll(async () => {
  await app?.close();
  await rm(projectRoot, { recursive: true, force: true });
});

async function load(declare: (site: Site) => void): Promise<LoadedScaffold> {
  const store = await openScaffoldStore(app.app, SILENT_LOGGER, { projectRoot });
  return loadScaffold(defineScaffold(declare), { store, admin: app.app.config.admin });
}

/** Adds a separate page, because an aborted load keeps what it has written. */
function pageWith(site: Site, name: string, component: ScaffoldResource): void {
  site.layout('main', 'Primary');
  site.page(name, 'Primary', 'main', {
    route: `/${name}`,
    configure: (page) =>
      void page.group('top', (group) => {
        group.add(site.component(component));
      }),
  });
}

const image = (path: string): ScaffoldResource => resource('Image', { file: localFile(path) });

describe('a local file in a scaffold', () => {
  test('that its type rejects is not stored', async () => {
    await expect(load((site) => pageWith(site, 'refused', image('notes.txt')))).rejects.toThrow();
    expect(await app.files('public', 'variants')).toEqual([]);
  });

  test('that does not exist is reported', async () => {
    await expect(load((site) => pageWith(site, 'gone', image('gone.png')))).rejects.toThrow('gone.png');
    expect(await app.files('public')).toEqual([]);
  });

  test('is required where an upload field contains a path', async () => {
    const path = resource('Image', { file: 'pictures/hero.png' });
    const loading = load((site) => pageWith(site, 'path', path));
    await expect(loading).rejects.toThrow(
      `"file" of Image holds a path. Write localFile('pictures/hero.png')`,
    );
  });

  test.each<[string, string, unknown]>([
    ['plain', '"title" of Title is no upload field', localFile('notes.txt')],
    ['listed', 'belongs into an upload field', [localFile('notes.txt')]],
    ['nested', 'belongs into an upload field', { picture: localFile('notes.txt') }],
  ])('is rejected anywhere else: %s', async (name, message, title) => {
    await expect(load((site) => pageWith(site, name, resource('Title', { title })))).rejects.toThrow(message);
  });

  test('is stored as a copy under its own name with a token', async () => {
    const declare = (site: Site): void => pageWith(site, 'stored', image('Hero Picture.png'));
    await load(declare);
    const stored = await app.files('public');
    expect(stored).toEqual([expect.stringMatching(/^hero-picture-[0-9a-f]{8}\.png$/)]);
    const { body } = await app.get('/component/images', { as: 'admin' });
    const [original, thumbnail] = mediaObjects(body.member[0]);
    expect(original).toMatchObject({ fileSize: bytes.length, mimeType: 'image/png', width: 60 });
    expect(thumbnail).toMatchObject({ imagineFilter: 'thumbnail', width: 60 });

    await load(declare);
    expect(await app.files('public')).toEqual(stored);
  });
});
