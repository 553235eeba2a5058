import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { aProject } from './a-project.js';
import { runCms, type CommandResult } from './run-cms.js';

/** A migrated project without a scaffold. */
async function aBareProject(): Promise<string> {
  const cwd = await aProject('migrated');
  await rm(join(cwd, 'scaffold.ts'));
  return cwd;
}

const make = (cwd: string, ...args: readonly string[]): Promise<CommandResult> =>
  runCms(['make:cms-scaffold', ...args], { cwd });
const LOADED = 'Scaffold: created 1 layout, 1 page, 2 groups, 1 route; kept nothing; skipped nothing\n';

describe('make:cms-scaffold', () => {
  test('writes scaffold.ts with the layout "main" of "Primary" and a home page, which can be loaded', async () => {
    const cwd = await aBareProject();
    const { code, stdout, stderr } = await make(cwd);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'scaffold.ts\n' });
    expect(stderr).toContain('cms scaffold:load\n');
    expect(stderr).toContain('Declare navigation links after the pages they lead to');
    const text = await readFile(join(cwd, 'scaffold.ts'), 'utf8');
    expect(text).toContain("site.layout('main', 'Primary').group('top');");
    expect(text).toContain("site.page('home', 'PrimaryPage', 'main', {");
    expect((await runCms(['scaffold:load'], { cwd })).stdout).toMatch(LOADED);
  });

  test('writes scaffolds/NAME.ts with the given layout, which can be loaded', async () => {
    const cwd = await aBareProject();
    const layout = ['--layout-ref', 'wide', '--layout-component', 'Wide'];
    const { code, stdout, stderr } = await make(cwd, 'BlogScaffold', ...layout);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'scaffolds/BlogScaffold.ts\n' });
    expect(stderr).toContain('cms scaffold:load scaffolds/BlogScaffold.ts');
    const text = await readFile(join(cwd, 'scaffolds/BlogScaffold.ts'), 'utf8');
    expect(text).toContain('/** BlogScaffold: ');
    expect(text).toContain("site.layout('wide', 'Wide').group('top');");
    const { stdout: loaded } = await runCms(['scaffold:load', 'scaffolds/BlogScaffold.ts'], { cwd });
    expect(loaded).toMatch(LOADED);
  });

  test('never overwrites a file', async () => {
    const cwd = await aBareProject();
    await make(cwd, '--layout-ref', 'first');
    const { code, stdout, stderr } = await make(cwd);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('scaffold.ts already exists, so nothing was written.');
    expect(await readFile(join(cwd, 'scaffold.ts'), 'utf8')).toContain("'first'");
  });

  test.each([
    [['../Up'], '"../Up" is not valid'],
    [['--layout-ref', "a'b"], `"a'b" is not valid`],
    [['--layout-component', 'Wide Layout'], '"Wide Layout" is not valid'],
  ])('refuses %j and writes nothing', async (args, message) => {
    const cwd = await aBareProject();
    const before = await readdir(cwd, { recursive: true });
    const { code, stderr } = await make(cwd, ...args);
    expect(code).toBe(1);
    expect(stderr).toContain(message);
    expect(await readdir(cwd, { recursive: true })).toEqual(before);
  });
});
