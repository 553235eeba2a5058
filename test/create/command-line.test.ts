import { spawn, spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { resultOf, type CommandResult } from '../console/run-cms.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const BIN = fileURLToPath(new URL('../../create/dist/bin.js', import.meta.url));

/** Runs `npm create cms-api-components` without a terminal. */
function create(cwd: string, ...args: readonly string[]): Promise<CommandResult> {
  const env = { ...process.env, npm_config_user_agent: 'pnpm/9.1.0 npm/? node/v20.20.0 linux x64' };
  return resultOf(spawn(process.execPath, [BIN, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] }));
}

describe('npm create cms-api-components', () => {
  test('prompts for nothing without a terminal, and prints its choices and the next steps', async () => {
    const cwd = await temporaryFolder();
    const { code, stdout, stderr } = await create(cwd, 'my-site', '--content', 'blog');
    expect(code).toBe(0);
    expect(stdout.split('\n')).toContain('schemas/AuthorData.json');
    expect(stderr).toBe(
      'Using defaults: --database sqlite --front-end none\n\nNext steps:\n  cd my-site\n  pnpm install\n  pnpm start\n',
    );
    const document: unknown = JSON.parse(await readFile(join(cwd, 'my-site/package.json'), 'utf8'));
    expect(document).toMatchObject({
      dependencies: { 'cms-api-components': expect.stringMatching(/^file:/) },
    });
  });

  test.each([
    ['no folder', ['-y'], 'Missing folder'],
    ['two folders', ['one', 'two'], 'Pass only one folder, not several: one, two'],
    [
      'an unknown front end',
      ['one', '--front-end', 'angular'],
      '--front-end must be one of none, typescript',
    ],
    ['an unknown flag', ['one', '--colour', 'red'], "Unknown option '--colour'."],
  ])('refuses %s', async (_what, args, message) => {
    const cwd = await temporaryFolder();
    const { code, stdout, stderr } = await create(cwd, ...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(await readdir(cwd)).toEqual([]);
  });

  test('prints its help', async () => {
    const cwd = await temporaryFolder();
    expect((await create(cwd, '--help')).stdout).toContain('--content    blank, company, blog');
    expect((await create(cwd, '--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  test('reports the required version to an older Node', () => {
    const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.4' } })`;
    const script = `data:text/javascript,${encodeURIComponent(pretend)}`;
    const { status, stderr } = spawnSync(process.execPath, ['--import', script, BIN, 'x'], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/requires Node\.js 20\.20 or newer, but this is Node\.js 18\.20\.4\. /),
    ]);
  });
});
