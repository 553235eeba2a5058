import { execFile } from 'node:child_process';
import { cp, lstat, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { aProject } from '../console/a-project.js';
import { runCms } from '../console/run-cms.js';
import { startSite } from '../console/running-site.js';
import { type Archive, type PackageName, packArchives } from '../support/archives.js';
import { openRegistry } from '../support/local-registry.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const run = promisify(execFile);
const MEGABYTE = 1024 * 1024;
const MOST_MEGABYTES = 70;
/** Block size of `blocks`, independent of the block size of the disk. */
const BLOCK = 512;
const GUIDE = fileURLToPath(new URL('../../docs/how-to/admin.md', import.meta.url));

/** Commands of the package managers, all from the registry. The nightly run tests those besides npm. */
const MANAGERS: Readonly<Record<string, readonly string[]>> = {
  npm: ['npm'],
  pnpm: ['npx', '--yes', 'pnpm@10.24.0'],
  yarn: ['npx', '--yes', 'yarn@1.22.22'],
};
/** None if the variable is empty. */
const managers = (process.env['PACKAGE_MANAGERS'] ?? 'npm').split(',').filter((name) => name !== '');

let folder = '';
let archives: Readonly<Record<PackageName, Archive>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cms-archives-'));
  archives = await packArchives(folder);
});

afterAll(() => rm(folder, { recursive: true }));

/** Adds archives as dependencies of a folder, without installing them. */
async function depend(host: string, ...names: readonly PackageName[]): Promise<void> {
  const dependencies = Object.fromEntries(names.map((name) => [name, `file:${archives[name].path}`]));
  await writeFile(join(host, 'package.json'), JSON.stringify({ private: true, dependencies }));
}

/** Disk usage of the files and folders below a folder, as reported by `du`. */
async function bytesOnDisk(path: string): Promise<number> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    entries.map(async ({ parentPath, name }) => (await lstat(join(parentPath, name))).blocks * BLOCK),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

describe.each(managers)('the archives, with %s', (manager) => {
  const [command = '', ...words] = MANAGERS[manager] ?? [manager];
  const tell = (cwd: string, ...args: readonly string[]) =>
    run(command, [...words, ...args], { cwd, maxBuffer: 64 * MEGABYTE });
  const script = (cwd: string, name: string, ...args: readonly string[]) =>
    tell(cwd, 'run', name, ...(args.length > 0 && manager === 'npm' ? ['--', ...args] : args));

  test('create a project that generates, compiles, migrates, passes its own test, and serves, with the admin and without the generator', async () => {
    const host = await temporaryFolder();
    await depend(host, 'cms-api-components', 'cms-api-components-generator', 'cms-api-components-admin');
    await tell(host, 'install');
    const site = join(await temporaryFolder(), 'site');
    await run('npx', ['cms', 'init', site], { cwd: host });
    await tell(site, 'install');
    await script(site, 'generate');
    await haveOwnAdmin(site);
    await run('npx', ['tsc', '-p', 'admin'], { cwd: site });
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
    await expectAdmin(server.url);
    expect(await server.stop()).toBe(0);
    // It ran the build, and compiled nothing.
    expect(await readdir(site)).not.toContain('.cms');
    const failure: unknown = await run('npx', ['cms', 'generate'], { cwd: site }).catch((error) => error);
    expect(failure).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('cms-api-components-generator'),
    });
  });
});

/** Adds an extension to the admin of a project, with the type settings of the guide. */
async function haveOwnAdmin(site: string): Promise<void> {
  const guide = await readFile(GUIDE, 'utf8');
  const [, settings = ''] = /^```json \[admin\/tsconfig\.json\]\n([^`]*)^```/m.exec(guide) ?? [];
  await mkdir(join(site, 'admin'));
  await writeFile(join(site, 'admin/tsconfig.json'), settings);
  await writeFile(
    join(site, 'admin/index.tsx'),
    `import { defineAdmin, Title, type InputProps } from 'cms-api-components-admin';
const Name = ({ member }: InputProps) => <p>{member.name}</p>;
export default defineAdmin({
  inputs: { 'Title.title': Name },
  screens: [{ path: 'hall', label: 'Hall', Page: () => <Title title="Hall" /> }],
});
`,
  );
}

/** The page and all its files are served. */
async function expectAdmin(url: string): Promise<void> {
  const page = await fetch(`${url}/admin`);
  const text = await page.text();
  const prefix = new URL(url).pathname;
  const named = [...text.matchAll(/"(\/[^"]*\/admin\/(?:assets|own)\/[^"]+)"/g)].map(([, path = '']) => path);
  expect(named.filter((path) => path.startsWith(`${prefix}/admin/own/index-`))).toHaveLength(1);
  expect(named.length).toBeGreaterThan(5);
  const statuses = await Promise.all(named.map(async (path) => (await fetch(new URL(path, url))).status));
  expect([page.status, ...statuses].filter((status) => status !== 200)).toEqual([]);
}

/** The types of the packages are checked as well, including those of the generator. */
async function strictly(site: string): Promise<void> {
  const path = join(site, 'tsconfig.json');
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace('"skipLibCheck": true', '"skipLibCheck": false'));
  await writeFile(join(site, 'generate.ts'), "export { generate } from 'cms-api-components-generator';\n");
}

describe('npm create cms-api-components my-site -- -y', () => {
  test('creates a project that depends on the packages by version', async () => {
    const registry = await openRegistry(archives);
    onTestFinished(registry.close);
    const cwd = await temporaryFolder();
    const env = { ...process.env, ...registry.settings(join(cwd, 'npm')) };
    await run('npm', ['create', 'cms-api-components', 'my-site', '--', '-y'], { cwd, env });
    const document: unknown = JSON.parse(await readFile(join(cwd, 'my-site/package.json'), 'utf8'));
    expect(document).toMatchObject({
      dependencies: {
        'cms-api-components': expect.stringMatching(/^\d+\.\d+\.\d+$/),
        'cms-api-components-admin': expect.stringMatching(/^\d+\.\d+\.\d+$/),
      },
      devDependencies: { 'cms-api-components-generator': expect.stringMatching(/^\d+\.\d+\.\d+$/) },
    });
  });
});

describe('a production installation', () => {
  let site = '';

  beforeAll(async () => {
    site = await mkdtemp(join(tmpdir(), 'cms-serving-'));
    await depend(site, 'cms-api-components');
    await run('npm', ['install', '--omit=dev'], { cwd: site });
  });

  afterAll(() => rm(site, { recursive: true }));

  test(`needs less than ${MOST_MEGABYTES} MB with PostgreSQL`, async () => {
    const bytes = await bytesOnDisk(join(site, 'node_modules'));
    expect(bytes / MEGABYTE).toBeLessThan(MOST_MEGABYTES);
  });

  test('reports the missing packages of a setting, and the command that installs them', async () => {
    await takeBuiltProject(site);
    const cms = join(site, 'node_modules/cms-api-components/cms.js');
    /** Setting that prevents the start, and the command in the error, without versions. */
    const refusal = async (env: Readonly<Record<string, string>>) => {
      const { code, stderr } = await runCms(['serve'], { cwd: site, cms, env: { DATABASE_URL: '', ...env } });
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(REFUSAL) });
      const [, key, command = ''] = REFUSAL.exec(stderr) ?? [];
      return { key, command, notified: command.replaceAll(/@\d+\.\d+\.\d+/g, '') };
    };
    /** Checks the error like `refusal`, and then runs the suggested command. */
    const followed = async (env: Readonly<Record<string, string>>) => {
      const refused = await refusal(env);
      const [npm = '', ...words] = refused.command.split(' ');
      await run(npm, words, { cwd: site });
      return refused;
    };

    expect(await refusal({ DATABASE_URL: 'mysql://root@127.0.0.1/site' })).toMatchObject({
      key: 'DATABASE_URL',
      notified: 'npm install mysql2',
    });
    expect(await followed({})).toMatchObject({ key: 'DATABASE_URL', notified: 'npm install libsql' });
    const migrated = await runCms(['migrate:run'], { cwd: site, cms, env: { DATABASE_URL: '' } });
    expect(migrated).toMatchObject({ code: 0 });
    expect(await followed({})).toMatchObject({ key: 'image_filters', notified: 'npm install sharp' });
    expect(await refusal({ REDIS_URL: 'redis://127.0.0.1' })).toMatchObject({
      key: 'REDIS_URL',
      notified: 'npm install ioredis',
    });
    expect(await refusal({ METRICS_PORT: '9464' })).toMatchObject({
      key: 'METRICS_PORT',
      notified: 'npm install prom-client',
    });
    expect(await refusal({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' })).toMatchObject({
      key: 'OTEL_EXPORTER_OTLP_ENDPOINT',
      notified: 'npm install @opentelemetry/sdk-node @opentelemetry/api',
    });
    // Nothing else was missing.
    const server = await startSite('serve', { cwd: site, cms, env: { DATABASE_URL: '' } });
    onTestFinished(() => server.signal('SIGKILL'));
    await expectAdminByTheGuide(server.url, site);
    expect(await server.stop()).toBe(0);

    await configure(site, ({ user }) => ({ user: { ...user, mfa: { passkeys: { rp_id: 'example.com' } } } }));
    expect(await followed({})).toMatchObject({
      key: 'user.mfa.passkeys',
      notified: 'npm install @simplewebauthn/server',
    });

    const bucket = { driver: 's3', bucket: 'files', region: 'eu-central-1' };
    await configure(site, () => ({ filesystems: { public: bucket } }));
    expect(await refusal({})).toMatchObject({
      key: 'filesystems',
      notified: 'npm install @aws-sdk/client-s3 @aws-sdk/lib-storage @aws-sdk/s3-request-presigner',
    });
  });
});

/** A running service finds the admin when it is installed, by the command of the guide. */
async function expectAdminByTheGuide(url: string, cwd: string): Promise<void> {
  const [, command = ''] =
    /^(npm install cms-api-components-admin)$/m.exec(await readFile(GUIDE, 'utf8')) ?? [];
  const refused = await fetch(`${url}/admin`);
  expect([refused.status, await refused.text()]).toEqual([404, expect.stringContaining(command)]);
  const registry = await openRegistry(archives);
  onTestFinished(registry.close);
  const env = { ...process.env, ...registry.settings(join(cwd, 'npm')) };
  await run('npm', command.split(' ').slice(1), { cwd, env });
  expect((await fetch(`${url}/admin`)).status).toBe(200);
}

const REFUSAL =
  /^ {2}([\w.]+): .*, which requires a package that is not installed; run `(npm install [^`]+)`$/m;

/** Copies a built project into a folder, beside an existing `package.json`. */
async function takeBuiltProject(folder: string): Promise<void> {
  const project = await aProject('generated');
  expect(await runCms(['build'], { cwd: project })).toMatchObject({ code: 0 });
  await cp(project, folder, { recursive: true, filter: (path) => basename(path) !== 'package.json' });
}

type Configuration = Readonly<Record<'user', Readonly<Record<string, unknown>>>>;

async function configure(project: string, change: (config: Configuration) => object): Promise<void> {
  const path = join(project, 'cms.config.json');
  const config = JSON.parse(await readFile(path, 'utf8')) as Configuration; // as in new projects
  await writeFile(path, JSON.stringify({ ...config, ...change(config) }));
}
