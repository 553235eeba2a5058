import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { generate } from '../../../generator/index.js';
import { diffSnapshots } from '../../../runtime/adapters/persistence/migrations/states/diff-snapshots.js';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import type { Manifest } from '../../../runtime/kernel/contract/schema/manifest.js';
import { invertStatements, type Migration } from '../../../runtime/kernel/contract/database/migration.js';
import type { TableDefinition } from '../../../runtime/kernel/contract/database/table.js';
import { projectTables } from '../../../runtime/project/project-types.js';
import {
  createMigrator,
  openMigrationConnection,
} from '../../../runtime/adapters/persistence/migrations/index.js';
import { SILENT_LOGGER } from '../../../runtime/kernel/ports/logger.js';
import { createTestDatabase } from '../../support/database.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

interface Site {
  /** Starts the service with these schema files on the data stored with the previous ones. */
  become(schemas: readonly JsonObject[], options?: { readonly allowDestructive?: boolean }): Promise<TestApp>;
}

/** Creates a database that persists while the schema files change. */
async function aSite(): Promise<Site> {
  const database = await createTestDatabase();
  const root = await mkdtemp(join(tmpdir(), 'cms-changes-'));
  const migrations: Migration[] = [];
  let tables: readonly TableDefinition[] = [];
  let app: TestApp | undefined;
  onTestFinished(async () => {
    await app?.close();
    await database.drop();
    await rm(root, { recursive: true });
  });
  return {
    async become(schemas, options = {}) {
      await app?.close();
      app = undefined;
      const projectRoot = await mkdtemp(join(root, 'state-'));
      await mkdir(join(projectRoot, 'schemas'));
      for (const schema of schemas)
        await writeFile(join(projectRoot, `schemas/${String(schema.title)}.json`), JSON.stringify(schema));
      await generate({ projectRoot });
      const path = join(projectRoot, 'generated/manifest.ts');
      const { manifest } = (await import(path)) as { readonly manifest: Manifest };
      const next = projectTables(manifest.resources);
      const up = diffSnapshots(tables, next);
      const migration = { id: `000${migrations.length + 1}`, up, down: invertStatements(up) };
      await createMigrator({
        connect: () => openMigrationConnection(database.url),
        tablePrefix: '_acb_',
        migrations: [...migrations, migration],
        log: SILENT_LOGGER,
      }).run(options);
      migrations.push(migration);
      tables = next;
      app = await startTestApp({ manifest, databaseUrl: database.url });
      return app;
    },
  };
}

const panel = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  title: 'Panel',
  type: 'object',
  'x-resource': 'component',
  properties,
  ...more,
});
const label = { type: ['string', 'null'], maxLength: 80 };
const tag: JsonObject = {
  title: 'Tag',
  type: 'object',
  'x-resource': 'component',
  properties: { name: { type: 'string' } },
};

/** Returns the labels of the panels that an anonymous visitor sees. */
async function visibleLabels(app: TestApp): Promise<unknown> {
  const { body } = await app.get('/component/panels');
  return (body.member as readonly JsonObject[]).map((each) => each.label).sort();
}

describe('a type that becomes publishable and stops being publishable', () => {
  test('shows visitors the same content as before, and never a draft', async () => {
    const site = await aSite();
    const plain = await site.become([panel({ label })]);
    for (const each of ['One', 'Two']) await plain.create('/component/panels', { label: each });
    expect(await visibleLabels(plain)).toEqual(['One', 'Two']);

    const publishable = await site.become([panel({ label }, { 'x-publishable': true })]);
    expect(await visibleLabels(publishable)).toEqual(['One', 'Two']);
    await publishable.create('/component/panels', { label: 'Draft' });
    expect(await visibleLabels(publishable)).toEqual(['One', 'Two']);

    await expect(site.become([panel({ label })])).rejects.toThrow(
      /table panels is no longer publishable: 1 row not published yet is removed/,
    );
    const again = await site.become([panel({ label })], { allowDestructive: true });
    expect(await visibleLabels(again)).toEqual(['One', 'Two']);
  });
});

describe('a member that changes', () => {
  const relation = (kind: 'manyToOne' | 'manyToMany'): JsonObject => ({
    'x-relation': { target: 'Tag', kind },
  });

  test('keeps the links of a to-one relation that becomes to-many, and back', async () => {
    const site = await aSite();
    const one = await site.become([tag, panel({ label, tag: relation('manyToOne') })]);
    const iri = (await one.create('/component/tags', { name: 'Red' }))['@id'];
    const stored = (await one.create('/component/panels', { label: 'One', tag: iri }))['@id'];

    const tags = { ...relation('manyToMany'), 'x-renamed-from': ['tag'] };
    const many = await site.become([tag, panel({ label, tags })]);
    expect((await many.get(stored, { as: 'admin' })).body).toMatchObject({ label: 'One', tags: [iri] });

    const back = await site.become([
      tag,
      panel({ label, tag: { ...relation('manyToOne'), 'x-renamed-from': ['tags'] } }),
    ]);
    expect((await back.get(stored, { as: 'admin' })).body).toMatchObject({ label: 'One', tag: iri });
  });

  test('converts text to numbers, and requires a default for required values', async () => {
    const site = await aSite();
    const texts = await site.become([panel({ label, year: { type: ['string', 'null'] } })]);
    const stored = (await texts.create('/component/panels', { label: 'One', year: '1998' }))['@id'];

    const year = { type: 'integer' };
    const numbers = await site.become([panel({ label, year }, { required: ['year'] })]);
    expect((await numbers.get(stored, { as: 'admin' })).body).toMatchObject({ year: 1998 });

    const place = { type: 'string', enum: ['here', 'there'] };
    await expect(site.become([panel({ label, year, place }, { required: ['place'] })])).rejects.toThrow(
      /panels\.place is required and has no default, but the table has 1 row already\. Give the member a default/,
    );
    const withDefault = { ...place, default: 'here' };
    const placed = await site.become([panel({ label, year, place: withDefault }, { required: ['place'] })]);
    expect((await placed.get(stored, { as: 'admin' })).body).toMatchObject({ year: 1998, place: 'here' });

    await placed.patch(stored, { place: 'there' }, { as: 'admin' });
    const narrower = { ...withDefault, enum: ['here'] };
    await expect(
      site.become([panel({ label, year, place: narrower }, { required: ['place'] })]),
    ).rejects.toThrow(/panels\.place has values that the enum of the member does not allow: "there"/);
  });
});
