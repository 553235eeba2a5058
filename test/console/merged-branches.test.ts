import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { afterEach, describe, expect, test } from 'vitest';
import { initProject } from '../../generator/cli/init-project.js';
import { check, generate } from '../../generator/index.js';
import {
  createMigrator,
  openMigrationConnection,
} from '../../runtime/adapters/persistence/migrations/index.js';
import { SILENT_LOGGER } from '../../runtime/kernel/ports/logger.js';
import { loadProject } from '../../runtime/project/load-project.js';

const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

function git(
  root: string,
  ...args: readonly string[]
): { readonly status: number | null; readonly output: string } {
  const names = ['-c', 'user.name=Site', '-c', 'user.email=site@example.com', '-c', 'commit.gpgsign=false'];
  const { status, stdout, stderr } = spawnSync('git', [...names, ...args], { cwd: root, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

let seconds = 0;
const generateIn = (root: string): Promise<unknown> =>
  generate({ projectRoot: root, now: () => new Date(Date.UTC(2026, 10, 25, 9, 0, (seconds += 1))) });

async function commitType(root: string, title: string): Promise<void> {
  const schema = {
    title,
    type: 'object',
    'x-resource': 'component',
    properties: { text: { type: ['string', 'null'] } },
  };
  await writeFile(join(root, `schemas/${title}.json`), JSON.stringify(schema));
  await generateIn(root);
  git(root, 'add', '-A');
  expect(git(root, 'commit', '-qm', title).status).toBe(0);
}

/** Two branches of a new project, each with additional types, and the merge of the second into the first. */
async function merged(ours: readonly string[], theirs: readonly string[], hasAttributes = true) {
  const root = await mkdtemp(join(tmpdir(), 'cms-merge-'));
  folders.push(root);
  await initProject(root);
  if (!hasAttributes) await rm(join(root, '.gitattributes'));
  git(root, 'init', '-q', '-b', 'main');
  for (const title of ['Bread', 'Middle', 'Window']) await commitType(root, title);
  git(root, 'branch', 'other');
  for (const title of ours) await commitType(root, title);
  git(root, 'checkout', '-q', 'other');
  for (const title of theirs) await commitType(root, title);
  git(root, 'checkout', '-q', 'main');
  return { root, merge: git(root, 'merge', '-q', '--no-edit', 'other') };
}

/**
 * Checks the result of `cms generate` after a merge: current files, one last migration, and a database with both
 * sides.
 */
async function expectResolved(root: string, titles: readonly string[]): Promise<void> {
  await generateIn(root);
  await expect(check({ projectRoot: root })).resolves.toBeUndefined();
  for (const name of await readdir(join(root, 'generated'), { recursive: true }))
    expect(await readFile(join(root, 'generated', name), 'utf8').catch(() => '')).not.toMatch(
      /^(<{7}|>{7})/m,
    );
  const { manifest, migrations } = await loadProject(root);
  expect(manifest.resources.map(({ name }) => name)).toEqual(expect.arrayContaining([...titles]));
  const migrator = createMigrator({
    connect: () => openMigrationConnection(`sqlite:${join(root, 'site.sqlite')}`),
    tablePrefix: '_acb_',
    migrations,
    log: SILENT_LOGGER,
  });
  await migrator.run();
  expect((await migrator.status()).every(({ state }) => state === 'applied')).toBe(true);
}

describe('two branches that each add types', () => {
  const names: readonly (readonly [what: string, ours: readonly string[], theirs: readonly string[]])[] = [
    ['far from each other', ['Apple'], ['Zebra']],
    ['of neighbouring names', ['Banner'], ['Banter']],
    ['at the end of every list', ['Zebra'], ['Zombie']],
    ['one after the other', ['Imagery', 'Imprint'], ['Imago', 'Impress']],
  ];

  test.each(names)('%s merge without a conflict, and generate joins them', async (_what, ours, theirs) => {
    const { root, merge } = await merged(ours, theirs);
    expect(merge, merge.output).toMatchObject({ status: 0 });
    await expectResolved(root, ['Middle', ...ours, ...theirs]);
  });

  test('alphabetically far apart merge in a project without .gitattributes too, because no line changes with every edit', async () => {
    const { root, merge } = await merged(['Apple'], ['Marble'], false);
    expect(merge, merge.output).toMatchObject({ status: 0 });
    await expectResolved(root, ['Middle', 'Apple', 'Marble']);
  });

  test('that conflict without .gitattributes are resolved by generate, which deletes files that neither side has', async () => {
    const { root, merge } = await merged(['Banner'], ['Banter'], false);
    expect(merge.status).toBe(1);
    expect(await readFile(join(root, 'generated/.generated-files.json'), 'utf8')).toContain('<<<<<<<');
    await rm(join(root, 'schemas/Banner.json'));
    await generate({
      projectRoot: root,
      allowDestructive: true,
      now: () => new Date(Date.UTC(2026, 10, 25, 10)),
    });
    expect(await readdir(join(root, 'generated/entities'))).not.toContain('banner.ts');
    await expectResolved(root, ['Middle', 'Banter']);
  });
});
