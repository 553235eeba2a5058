import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../runtime/kernel/contract/json.js';
import { introspect } from './migrations-introspection.js';
import { aMigratedProject, filesOf, type MigratedProject, PREFIX } from './migrated-project.js';
import { createContent, missingFrom } from './stored-content.js';

const text: JsonObject = { type: ['string', 'null'], maxLength: 80 };
const title = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  title: 'Title',
  type: 'object',
  'x-resource': 'component',
  ...more,
  properties: { text, ...properties },
});
const quote: JsonObject = { ...title({}), title: 'Quote' };

const BASE = [title({})];
const ONE = [title({ level: { type: ['integer', 'null'] } })];
const OTHER = [title({ subtitle: text }), quote];
const MERGED = [title({ level: { type: ['integer', 'null'] }, subtitle: text }), quote];

/** Removes migration files, as on a branch without them. Returns a function that restores them. */
async function setAside(project: MigratedProject, ids: readonly string[]): Promise<() => Promise<void>> {
  const files = ids.flatMap(filesOf).map((file) => join(project.root, file));
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  for (const file of files) await rm(file);
  return async () => {
    for (const [index, file] of files.entries()) {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, texts[index] ?? '');
    }
  };
}

const run = async (project: MigratedProject): Promise<readonly string[]> => (await project.migrator()).run();

/** Two branches, each with its edit and its migration. A populated database has those of the first one. */
async function twoBranches(one: readonly JsonObject[], other: readonly JsonObject[]) {
  const project = await aMigratedProject();
  const content = createContent(project);
  await project.write(BASE);
  await project.generate();
  await run(project);
  await project.write(one);
  const first = await project.generate();
  const putBack = await setAside(project, first);
  await project.write(other);
  const second = await project.generate();
  const putSecondBack = await setAside(project, second);
  await putBack();
  await project.write(one);
  await project.generate();
  await run(project);
  await content.fill();
  await putSecondBack();
  return { project, content, first, second };
}

async function expectFresh(project: MigratedProject, schemas: readonly JsonObject[]): Promise<void> {
  const fresh = await aMigratedProject();
  await fresh.write(schemas);
  await fresh.dev();
  expect(await introspect(project.connection(), PREFIX)).toEqual(
    await introspect(fresh.connection(), PREFIX),
  );
}

describe('two branches with one migration each', () => {
  test('are refused by migrate:run until generate has joined them, and then lose nothing', async () => {
    const { project, content, second } = await twoBranches(ONE, OTHER);
    await project.write(MERGED);
    await expect(run(project)).rejects.toThrow(
      /end in \S+ and in \S+[^]*`cms generate`[^]*`cms migrate:run`/,
    );
    const before = await content.read();
    const joined = await project.generate();
    expect(joined).toHaveLength(1);
    expect(joined[0]).toMatch(/_join$/);
    expect(await run(project)).toEqual([...second, ...joined]);
    expect([...missingFrom(before, await content.read())]).toEqual([]);
    expect(await (await project.migrator()).drift()).toEqual([]);
    await expectFresh(project, MERGED);
    await expect(project.check()).resolves.toBeUndefined();
  });

  test('can be reverted one after the other, down to their common base', async () => {
    const { project, second } = await twoBranches(ONE, OTHER);
    await project.write(MERGED);
    const joined = await project.generate();
    await run(project);
    const reverted = await (await project.migrator()).revert({ steps: 2 });
    expect(reverted).toEqual([...joined, ...second]);
    expect(await run(project)).toEqual([...second, ...joined]);
    await expectFresh(project, MERGED);
  });

  test('are applied by dev before they are joined, and migrate:run then records the current state', async () => {
    const { project, content } = await twoBranches(ONE, OTHER);
    await project.write(MERGED);
    const before = await content.read();
    await project.dev();
    await project.generate();
    await run(project);
    expect([...missingFrom(before, await content.read())]).toEqual([]);
    await expectFresh(project, MERGED);
  });

  test('of which one renames a type and one adds another type keep every row', async () => {
    const heading = title({}, { title: 'Heading', 'x-renamed-from': ['Title'] });
    const { project, content } = await twoBranches([title({}), quote], [heading]);
    await project.write([heading, quote]);
    const before = await content.read();
    await project.generate();
    await run(project);
    expect([...missingFrom(before, await content.read())]).toEqual([]);
    await expectFresh(project, [heading, quote]);
  });

  test('that change one column differently continue after one is reverted as the message suggests', async () => {
    const longer = (length: number): JsonObject => title({ note: { ...text, 'x-column': { length } } });
    const { project, content, second } = await twoBranches([longer(100)], [longer(120)]);
    await project.write([longer(120)]);
    const refusal = await project.generate().catch((error: unknown) => String(error));
    expect(refusal).toContain('column titles.note');
    expect(refusal).toContain(`delete generated/migrations/${second[0]}.ts`);
    await setAside(project, second);
    const before = await content.read();
    expect(await project.generate()).toHaveLength(1);
    await run(project);
    expect([...missingFrom(before, await content.read())]).toEqual([]);
    await expectFresh(project, [longer(120)]);
  });

  test('are applied by dev to a database with a migration that was written again', async () => {
    const longer = (length: number): JsonObject => title({ note: { ...text, 'x-column': { length } } });
    const { project, content, first } = await twoBranches([longer(100)], [longer(120)]);
    await project.write([longer(140)]);
    await setAside(project, first);
    await project.generate();
    await expect(run(project)).rejects.toThrow(/its file is missing[^]*cms dev/);
    const before = await content.read();
    await project.dev();
    await run(project);
    expect([...missingFrom(before, await content.read())]).toEqual([]);
    await expectFresh(project, [longer(140)]);
  });
});
