import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openScaffoldStore } from '../../../runtime/console/open-application.js';
import { localFile } from '../../../runtime/scaffold/local-file.js';
import { defineScaffold, loadScaffold } from '../../../runtime/scaffold/scaffold.js';
import type { Site } from '../../../runtime/scaffold/site-builder.js';
import { SILENT_LOGGER } from '../../../runtime/kernel/ports/logger.js';
import { picture, startUploadsApp, type UploadsApp } from '../uploads/support.js';

let app: UploadsApp;
let projectRoot: string;
beforeAll(async () => {
  app = await startUploadsApp();
  projectRoot = await mkdtemp(join(tmpdir(), 'cms-scaffold-'));
  await writeFile(join(projectRoot, 'hero.png'), await picture(60, 40));
});
afterAll(async () => {
  await app.close();
  await rm(projectRoot, { recursive: true, force: true });
});

const load = (declare: (site: Site) => void | Promise<void>) =>
  app.app.inTransaction(async (within) =>
    loadScaffold(defineScaffold(declare), {
      store: await openScaffoldStore(within, SILENT_LOGGER, { projectRoot }),
      admin: app.app.config.admin,
    }),
  );

const allFiles = async (): Promise<readonly string[]> => [
  ...(await app.files('public')),
  ...(await app.files('public', 'variants')),
];

/** Counts rows of everything that a scaffold can store. */
async function countRows(): Promise<Readonly<Record<string, number>>> {
  const { database } = app.app;
  const tables = [
    'layout',
    'page',
    'route',
    'component_group',
    'component_position',
    'abstract_component',
    'user',
  ];
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const row = await database.first<{ n: number }>(`select count(*) as n from ${database.table(table)}`);
    counts[table] = Number(row?.n);
  }
  return counts;
}

function declareSite(site: Site, values: Record<string, unknown>): void {
  site.layout('main', 'Primary');
  site.page('home', 'Primary', 'main', {
    route: '/home',
    configure: (page) =>
      void page
        .title('Home')
        .group('top', (group) =>
          group
            .add(site.component('Image', { file: localFile('hero.png') }))
            .add(site.component('Image', values)),
        ),
  });
}

const PASSWORD = 'correct horse battery';

describe('a scaffold', () => {
  test('that fails half-way leaves nothing, no row and no file', async () => {
    const before = await countRows();
    const files = await allFiles();
    const failed = load(async (site) => {
      await site.user({ username: 'editor', password: PASSWORD, email: 'editor@example.com' });
      declareSite(site, { file: localFile('hero.png') });
      await site.flush();
      expect(site.getSummary().created).toMatchObject({ page: 1, component: 2, user: 1 });
      site.page('second', 'Primary', 'nowhere');
    });
    await expect(failed).rejects.toThrow(/There is no layout with the reference "nowhere"/);
    expect(await countRows()).toEqual(before);
    expect(await allFiles()).toEqual(files);
  });

  test('is stored completely when it is loaded again after a fix', async () => {
    await expect(load((site) => declareSite(site, { uiComponent: 5 }))).rejects.toThrow(
      /Image cannot be stored/,
    );
    const { summary } = await load((site) => declareSite(site, { uiComponent: 'Wide' }));
    expect(summary.created).toMatchObject({ layout: 1, page: 1, route: 1, component: 2, position: 2 });
    expect(summary.kept).toEqual({});
    expect(await app.files('public')).toHaveLength(1);
    expect((await app.get('/_/routes//home')).status).toBe(200);
  });

  test('whose function catches a failure continues without the rejected part', async () => {
    const { summary } = await load(async (site) => {
      await site.user({ username: 'twice', password: PASSWORD, email: 'twice@example.com' });
      await expect(site.users.create('other', PASSWORD, 'twice@example.com')).rejects.toThrow();
      await site.user({ username: 'third', password: PASSWORD, email: 'third@example.com' });
    });
    expect(summary.created).toEqual({ user: 2 });
  });
});
