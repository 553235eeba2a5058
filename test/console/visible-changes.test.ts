import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../runtime/kernel/contract/json.js';
import { aProject } from './a-project.js';
import { runCms } from './run-cms.js';

async function edit(path: string, members: JsonObject): Promise<void> {
  const document = JSON.parse(await readFile(path, 'utf8')) as JsonObject;
  await writeFile(path, JSON.stringify({ ...document, ...members }));
}

describe('a changed table_prefix', () => {
  test('is refused with both prefixes, and the suggested command creates new tables', async () => {
    const cwd = await aProject('migrated');
    await edit(join(cwd, 'cms.config.json'), { table_prefix: 'new_' });
    for (const command of [['migrate:run'], ['serve'], ['migrate:status']]) {
      const { code, stdout, stderr } = await runCms(command, { cwd });
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toContain(
        'table_prefix is "new_", but the tables of this database have the prefix "_acb_"',
      );
      expect(stderr).toContain('cms migrate:run --new-tables');
    }
    expect(await runCms(['migrate:run', '--new-tables'], { cwd })).toMatchObject({ code: 0 });
    expect((await runCms(['migrate:run'], { cwd })).stdout).toContain('The database is up to date.');
  });
});

describe('cms generate', () => {
  test('reports which records become public or hidden', async () => {
    const cwd = await aProject('migrated');
    const schema = join(cwd, 'schemas/Title.json');
    await edit(schema, { 'x-security': { read: "is_granted('ROLE_ADMIN')" } });
    expect((await runCms(['generate'], { cwd })).stderr).toContain(
      'x-security.read of Title was added: its records are visible only if',
    );
    await edit(schema, { 'x-security': {} });
    expect((await runCms(['generate'], { cwd })).stderr).toContain(
      'x-security.read of Title was removed: its records become public.',
    );
    expect((await runCms(['generate'], { cwd })).stderr).not.toContain('x-security');
  });
});
