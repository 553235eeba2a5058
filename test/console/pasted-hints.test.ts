import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { aProject } from './a-project.js';
import { runCms } from './run-cms.js';

const BOM = '\uFEFF';

async function succeeded(cwd: string, ...args: string[]): Promise<string> {
  const { code, stderr } = await runCms(args, { cwd });
  expect({ args, code, stderr }).toMatchObject({ code: 0 });
  return stderr;
}

describe('make:page-data', () => {
  test('prints a scaffold that loads unchanged', async () => {
    const cwd = await aProject('initialised');
    const properties = 'headline:string,seats:int,startsAt:datetime,note,banner:Title';
    const printed = await succeeded(cwd, 'make:page-data', 'TourData', '--properties', properties);
    const code = printed.slice(printed.indexOf('  import ')).replaceAll(/^ {2}/gm, '');
    await writeFile(join(cwd, 'scaffold.ts'), code);
    await succeeded(cwd, 'generate');
    await succeeded(cwd, 'migrate:run');
    await succeeded(cwd, 'scaffold:load');
  });
});

describe('files that start with a byte order mark', () => {
  test('are read as if there was none', async () => {
    const cwd = await aProject('initialised');
    const files = [
      'schemas/Title.json',
      'schemas/ArticleData.json',
      'cms.config.json',
      '.env',
      'scaffold.ts',
    ];
    for (const file of files) {
      await writeFile(join(cwd, file), BOM + (await readFile(join(cwd, file), 'utf8')));
    }
    await succeeded(cwd, 'generate');
    await succeeded(cwd, 'migrate:run');
    await succeeded(cwd, 'scaffold:load');
    await succeeded(cwd, 'make:api-component', 'Banner');
  });
});

describe('.env.example', () => {
  test('is in a new project and under version control, unlike .env', async () => {
    const cwd = await aProject('initialised');
    execFileSync('git', ['init', '--quiet'], { cwd });
    const ignores = (file: string): boolean => {
      try {
        execFileSync('git', ['check-ignore', '--quiet', file], { cwd });
        return true;
      } catch {
        return false;
      }
    };
    expect([ignores('.env'), ignores('.env.example')]).toEqual([true, false]);
    expect(await readFile(join(cwd, '.env.example'), 'utf8')).toContain('DATABASE_URL=');
  });

  test('of the repository contains only variables that the configuration reads', async () => {
    const root = fileURLToPath(new URL('../..', import.meta.url));
    const example = await readFile(join(root, '.env.example'), 'utf8');
    const names = [...example.matchAll(/^# ([A-Z_]+)=/gm)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(12);
    const quoted = ['-rhoE', "'[A-Z_]{4,}'", join(root, 'runtime')];
    const sources = execFileSync('grep', quoted, { encoding: 'utf8' });
    expect(names.filter((name) => !sources.includes(`'${name}'`))).toEqual([]);
  });
  test('of the repository contains all variables that the configuration reads', async () => {
    const root = fileURLToPath(new URL('../..', import.meta.url));
    const example = await readFile(join(root, '.env.example'), 'utf8');
    const reads = ['-rhoE', "([vV]ariable|keyFile)\\('[A-Z_]+'", join(root, 'runtime')];
    const quoted = execFileSync('grep', reads, { encoding: 'utf8' });
    const names = new Set([...quoted.matchAll(/'([A-Z_]+)'/g)].map(([, name = '']) => name));
    expect(names.size).toBeGreaterThan(12);
    expect([...names].filter((name) => !example.includes(`# ${name}=`))).toEqual([]);
  });
});
