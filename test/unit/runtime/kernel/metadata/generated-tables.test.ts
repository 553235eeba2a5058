import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { check } from '../../../../../generator/index.js';
import type { Snapshot } from '../../../../../generator/migrate/migration-folder.js';
import { canonicalTables } from '../../../../../runtime/kernel/contract/database/canonical-tables.js';
import type { Manifest } from '../../../../../runtime/kernel/contract/schema/manifest.js';
import { projectTables } from '../../../../../runtime/project/project-types.js';

const support = fileURLToPath(new URL('../../../../support', import.meta.url));
const root = fileURLToPath(new URL('../../../../..', import.meta.url));

describe('generated code of the test types', () => {
  /** `generate-sources.js` detects each change of the generator and the schemas. */
  test('equals the output for their schemas', async () => {
    await expect(check({ projectRoot: support })).resolves.toBeUndefined();
  });
});

describe('models match the migrations', () => {
  test.each([
    ['the sample site', root],
    ['the test types', support],
  ])('the tables of %s equal those of its newest snapshot', async (_name, project) => {
    const loaded = (await import(`${project}/generated/manifest.js`)) as { readonly manifest: Manifest };
    const { resources, user } = loaded.manifest;
    const { tables } = await newestSnapshot(project);
    expect(canonicalTables(projectTables(resources, user?.fields))).toEqual(tables);
  });
});

async function newestSnapshot(project: string): Promise<Snapshot> {
  const folder = `${project}/generated/migrations/meta`;
  const names = (await readdir(folder)).filter((name) => name.endsWith('_snapshot.json')).sort();
  // The generator wrote it.
  return JSON.parse(await readFile(`${folder}/${names.at(-1)}`, 'utf8')) as Snapshot;
}
