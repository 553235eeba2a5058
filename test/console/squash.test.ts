import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../runtime/kernel/contract/json.js';
import { aProject, type ProjectState } from './a-project.js';
import { runCms, type CommandResult } from './run-cms.js';

interface Project {
  readonly cwd: string;
  cms(...args: readonly string[]): Promise<CommandResult>;
  addMember(name: string): Promise<void>;
  migrations(): Promise<readonly string[]>;
}

async function aSite(state: ProjectState): Promise<Project> {
  const cwd = await aProject(state);
  const schema = join(cwd, 'schemas/Title.json');
  return {
    cwd,
    cms: (...args) => runCms(args, { cwd }),
    async addMember(name) {
      const document = JSON.parse(await readFile(schema, 'utf8')) as JsonObject & { properties: JsonObject };
      const properties = { ...document.properties, [name]: { type: ['string', 'null'] } };
      await writeFile(schema, JSON.stringify({ ...document, properties }));
      expect(await runCms(['generate'], { cwd })).toMatchObject({ code: 0 });
    },
    async migrations() {
      const names = await readdir(join(cwd, 'generated/migrations'));
      return names.filter((name) => name.endsWith('.ts')).map((name) => name.slice(0, -'.ts'.length));
    },
  };
}

test('cms migrate:squash replaces migrations, and a database in between follows the suggested steps', async () => {
  const { cwd, cms, addMember, migrations } = await aSite('migrated');
  await addMember('subtitle');
  await addMember('kicker');
  const old = await migrations();
  const folder = join(cwd, 'generated/migrations');
  await mkdir(join(cwd, 'before'));
  await cp(folder, join(cwd, 'before'), { recursive: true });

  const { code, stdout } = await cms('migrate:squash');
  const [id = ''] = await migrations();
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: `${old.map((each) => `Replaced ${each}\n`).join('')}Wrote ${id}\n`,
  });
  expect(await cms('generate', '--check')).toMatchObject({ code: 0 });
  const refused = await cms('migrate:run');
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain(`Go back to the files from before ${id}.ts came`);

  await cp(folder, join(cwd, 'after'), { recursive: true });
  await rm(folder, { recursive: true });
  await cp(join(cwd, 'before'), folder, { recursive: true });
  expect(await cms('migrate:run')).toMatchObject({ code: 0 });
  await rm(folder, { recursive: true });
  await cp(join(cwd, 'after'), folder, { recursive: true });
  expect((await cms('migrate:status')).stdout).toMatch(new RegExp(`^${id}  applied`));
  expect((await cms('migrate:run')).stdout).toContain('The database is up to date.');
});

test('the commands in a refusal squash the migrations that they name', async () => {
  const { cwd, cms, addMember, migrations } = await aSite('initialised');
  for (const name of ['subtitle', 'kicker', 'hue']) await addMember(name);
  const [, , last = ''] = await migrations();
  await addMember('weight');
  const file = join(cwd, `generated/migrations/${last}.ts`);
  const source = await readFile(file, 'utf8');
  await writeFile(file, source.replace('up: [', "up: [{ kind: 'sql', text: 'select 1' },"));
  expect(await cms('migrate:run')).toMatchObject({ code: 0 });

  for (const left of [3, 1]) {
    const { code, stderr } = await cms('migrate:squash');
    expect(code).toBe(1);
    const printed = [...stderr.matchAll(/cms (migrate:squash.*)$/gm)].map(([, command = '']) => command);
    const [command = ''] = printed;
    expect(await cms(...command.split(' '))).toMatchObject({ code: 0 });
    expect(await migrations()).toHaveLength(left);
  }
  expect((await cms('migrate:run')).stdout).toContain('The database is up to date.');
  expect(await cms('generate', '--check')).toMatchObject({ code: 0 });
});
