import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startSite } from '../console/running-site.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const run = promisify(execFile);
const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
const MEGABYTE = 1024 * 1024;
const MOST_MEGABYTES = 60;

/** How each package manager is started; all come from the registry. The nightly run names those besides npm. */
const MANAGERS: Readonly<Record<string, readonly string[]>> = {
  npm: ['npm'],
  pnpm: ['npx', '--yes', 'pnpm@10.24.0'],
  yarn: ['npx', '--yes', 'yarn@1.22.22'],
};
const managers = (process.env['PACKAGE_MANAGERS'] ?? 'npm').split(',');

let archives = '';

beforeAll(async () => {
  archives = await mkdtemp(join(tmpdir(), 'cms-archives-'));
  for (const name of ['cms-api-components', 'cms-api-components-generator'])
    await run('npm', ['pack', '-w', name, '--pack-destination', archives], { cwd: REPOSITORY });
});

afterAll(() => rm(archives, { recursive: true }));

/** A folder that has the archives installed, as somebody has who was sent them. */
async function aHost(install: (cwd: string) => Promise<unknown>): Promise<string> {
  const host = await temporaryFolder();
  const files = (await readdir(archives)).map((file) => [nameIn(file), `file:${join(archives, file)}`]);
  await writeFile(
    join(host, 'package.json'),
    JSON.stringify({ private: true, dependencies: Object.fromEntries(files) }),
  );
  await install(host);
  return host;
}

const nameIn = (archive: string): string => archive.replace(/-\d+\.\d+\.\d+\.tgz$/, '');

/** Bytes of all files. */
async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => stat(join(parentPath, name))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

describe.each(managers)('the archives, with %s', (manager) => {
  const [command = '', ...words] = MANAGERS[manager] ?? [manager];
  const tell = (cwd: string, ...args: readonly string[]) =>
    run(command, [...words, ...args], { cwd, maxBuffer: 64 * MEGABYTE });
  const script = (cwd: string, name: string, ...args: readonly string[]) =>
    tell(cwd, 'run', name, ...(args.length > 0 && manager === 'npm' ? ['--', ...args] : args));

  test('make a project that generates, is typed, migrates, passes its own test, and serves without the generator', async () => {
    const host = await aHost((cwd) => tell(cwd, 'install'));
    const site = join(await temporaryFolder(), 'site');
    await run('npx', ['cms', 'init', site], { cwd: host });
    await tell(site, 'install');
    await script(site, 'generate');
    await strictly(site);
    await script(site, 'typecheck');
    await script(site, 'test');
    await script(site, 'build');

    for (const folder of ['node_modules', '.cms']) await rm(join(site, folder), { recursive: true });
    await tell(site, 'install', ...(manager === 'pnpm' ? ['--prod'] : ['--production']));
    expect(await readdir(join(site, 'node_modules'))).not.toContain('cms-api-components-generator');
    await run('npx', ['cms', 'migrate:run'], { cwd: site });
    await run('npx', ['cms', 'scaffold:load'], { cwd: site });
    const cms = join(site, 'node_modules/cms-api-components/cms.js');
    const server = await startSite('serve', { cwd: site, cms });
    onTestFinished(() => server.signal('SIGKILL'));
    expect((await fetch(`${server.url}/_/routes//`)).status).toBe(200);
    expect(await server.stop()).toBe(0);
    // It ran what was built, and kept nothing that it had to compile.
    expect(await readdir(site)).not.toContain('.cms');
    const failure: unknown = await run('npx', ['cms', 'generate'], { cwd: site }).catch((error) => error);
    expect(failure).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('cms-api-components-generator'),
    });
  });
});

/** The types of the packages are checked as well. */
async function strictly(site: string): Promise<void> {
  const path = join(site, 'tsconfig.json');
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace('"skipLibCheck": true', '"skipLibCheck": false'));
}

test(`what serves on PostgreSQL takes less than ${MOST_MEGABYTES} MB`, async () => {
  const site = await temporaryFolder();
  const [archive = ''] = (await readdir(archives)).filter((file) => nameIn(file) === 'cms-api-components');
  const dependencies = { 'cms-api-components': `file:${join(archives, archive)}` };
  await writeFile(join(site, 'package.json'), JSON.stringify({ private: true, dependencies }));
  await run('npm', ['install', '--omit=dev'], { cwd: site });
  expect((await bytesIn(join(site, 'node_modules'))) / MEGABYTE).toBeLessThan(MOST_MEGABYTES);
});
