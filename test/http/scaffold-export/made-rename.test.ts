import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { applyRename, planRename } from '../../../generator/cli/rename-component.js';
import { generate } from '../../../generator/index.js';
import type { Manifest } from '../../../runtime/kernel/contract/schema/manifest.js';
import {
  createMigrator,
  openMigrationConnection,
  type Migrator,
} from '../../../runtime/adapters/persistence/migrations/index.js';
import { SILENT_LOGGER } from '../../../runtime/kernel/ports/logger.js';
import { loadProject } from '../../../runtime/project/load-project.js';
import { createTestDatabase } from '../../support/database.js';
import { loadSampleSite } from '../../support/sample-site.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const OLD = 'HtmlContent';
const NEW = 'RichText';
/** Replaces the old name with the new one. */
const renamed = (text: string): string =>
  text
    .replaceAll('/component/html_contents', '/component/rich_texts')
    // What records name of the front end stays as it is.
    .replaceAll(new RegExp(`(?<!CwaComponent)${OLD}`, 'g'), NEW);

/**
 * Returns every row of content as administrators and visitors read it, by address, without values that each
 * read computes.
 */
async function contentOf(app: TestApp): Promise<ReadonlyMap<string, string>> {
  const content = new Map<string, string>();
  for (const resource of app.app.registry.all) {
    if (resource.name === 'User') continue;
    for (let page = 1; ; page += 1) {
      const { body } = await app.get(`${resource.path}?page=${page}`, { as: 'admin' });
      const members = (body.member ?? []) as { readonly '@id': string }[];
      for (const { '@id': iri } of members)
        for (const as of ['admin', 'anonymous'] as const)
          for (const query of ['', '?published=true']) {
            const { status, text } = await app.get(iri + query, { as });
            content.set(
              `${as} ${iri}${query}`,
              `${status} ${text.replaceAll(/validation_errors\/[^"]+/g, '')}`,
            );
          }
      if (members.length === 0 || resource.pagination.enabled === false) break;
      const total = Number(body.totalItems ?? 0);
      if (page * members.length >= total) break;
    }
  }
  return content;
}

test(
  'make:rename-component keeps every row of a filled database readable under the new name, and back again',
  { timeout: 900_000 },
  async () => {
    const root = await mkdtemp(join(tmpdir(), 'cms-rename-'));
    onTestFinished(() => rm(root, { recursive: true, force: true }));
    await cp(new URL('../../../schemas', import.meta.url).pathname, join(root, 'schemas'), {
      recursive: true,
    });
    await generate({ projectRoot: root });
    const database = await createTestDatabase();
    onTestFinished(() => database.drop());
    const migrator = async (): Promise<Migrator> =>
      createMigrator({
        connect: () => openMigrationConnection(database.url),
        tablePrefix: '_acb_',
        migrations: (await loadProject(root)).migrations,
        iriPrefix: '/_api',
        log: SILENT_LOGGER,
      });
    let states = 0;
    const manifestNow = async (): Promise<Manifest> => {
      // Modules are loaded once per path, so every state has its own.
      const copy = join(root, `state-${(states += 1)}`);
      await mkdir(copy);
      await cp(join(root, 'generated'), copy, { recursive: true });
      return ((await import(`${copy}/manifest.ts`)) as { readonly manifest: Manifest }).manifest;
    };
    const withApp = async <Result>(
      manifest: Manifest,
      work: (app: TestApp) => Promise<Result>,
    ): Promise<Result> => {
      const app = await startTestApp({ manifest, databaseUrl: database.url });
      try {
        return await work(app);
      } finally {
        await app.close();
      }
    };

    await (await migrator()).run();
    const before = await manifestNow();
    const stored = await withApp(before, async (app) => {
      await loadSampleSite(app);
      await fill(app);
      return contentOf(app);
    });
    expect(stored.size).toBeGreaterThan(300);

    const made = await planRename(root, { oldName: OLD, newName: NEW });
    const written = await applyRename(root, made);
    expect(written.filter((path) => path.endsWith('_rename_html_contents_to_rich_texts.ts'))).toHaveLength(1);
    expect(JSON.parse(await readFile(join(root, `schemas/${NEW}.json`), 'utf8'))).toMatchObject({
      title: NEW,
    });
    await (await migrator()).run();
    const after = await withApp(await manifestNow(), contentOf);
    const wanted = [...stored].map(([iri, text]): [string, string] => [renamed(iri), renamed(text)]);
    expect([...after].sort()).toEqual(wanted.sort());

    await (await migrator()).revert();
    expect([...(await withApp(before, contentOf))].sort()).toEqual([...stored].sort());
  },
);

/** Creates rows that reference the type in every way, and lists with similar type names. */
async function fill(app: TestApp): Promise<void> {
  const publishedAt = '2024-01-01T00:00:00+00:00';
  const { body } = await app.get('/_/layouts', { as: 'admin' });
  const layout = String((body.member as { readonly '@id': string }[])[0]?.['@id']);
  const allowed = ['/_api/component/html_contents', '/_api/component/titles'];
  const shared = await app.create('/_/component_groups', {
    ...{
      reference: 'text_everywhere',
      location: 'everywhere',
      layouts: [layout],
      allowedComponents: allowed,
    },
  });
  for (let number = 1; number <= 40; number += 1) {
    const html = `<p>Text ${number}</p>`;
    const text = await app.create('/component/html_contents', {
      ...{ html, publishedAt, uiComponent: 'CwaComponentHtmlContentUiWide' },
    });
    const component = text['@id'];
    await app.create('/_/component_positions', { componentGroup: shared['@id'], component });
    if (number % 2 === 0) await app.patch(component, { html: `${html} changed` }, { as: 'admin' });
    if (number % 10 !== 0) continue;
    const inner = await app.create('/_/component_groups', {
      ...{ reference: `inner_${component}`, location: component, components: [component] },
      allowedComponents: [allowed[0] ?? ''],
    });
    const within = await app.create('/component/html_contents', { html: 'inner', publishedAt });
    await app.create('/_/component_positions', { componentGroup: inner['@id'], component: within['@id'] });
  }
  for (const resourceIri of [
    '/component/html_contents',
    '/_api/component/html_contents',
    '/component/titles',
  ])
    await app.create('/component/collections', { resourceIri, perPage: 5 });
}
