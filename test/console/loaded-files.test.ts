import { mkdir } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freePort } from '../support/free-port.js';
import { noteLoadedFiles, packageOf } from '../support/loaded-files.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { aProject } from './a-project.js';
import { runCms, startCms } from './run-cms.js';

/** Packages that take longer to load than the whole command line, or that most sites do not need. */
const UNNEEDED = [
  ...['@aws-sdk/client-s3', '@opentelemetry/api', '@opentelemetry/sdk-node', 'ioredis', 'mysql2', 'pg'],
  ...[
    'sharp',
    'prom-client',
    'nodemailer',
    'tar-stream',
    '@simplewebauthn/server',
    'file-type',
    'typescript',
    'handlebars',
  ],
];

const isOwn = (path: string): boolean => packageOf(path) === undefined && path.includes('/dist/');
const packagesOf = (paths: readonly string[]): ReadonlySet<string | undefined> =>
  new Set(paths.map(packageOf));

describe('cms --help', () => {
  test('loads the command line and no command', async () => {
    const loaded = await noteLoadedFiles();
    const cwd = await temporaryFolder();
    const env = { NODE_OPTIONS: loaded.nodeOptions };
    expect(await runCms(['--help'], { cwd, env })).toMatchObject({ code: 0 });
    const files = await loaded.read();
    expect(files.filter(isOwn).map((path) => path.replace(/^.*\/dist\//, ''))).toEqual([
      'bundled/console/command-line/bin.js',
      'bundled/chunks/node-version.js',
      'bundled/chunks/command-line.js',
      'bundled/console/command-line/help.js',
    ]);
    expect(files.length).toBeLessThanOrEqual(130);
    for (const name of ['semver', 'sequelize', ...UNNEEDED]) expect(packagesOf(files)).not.toContain(name);
  });
});

describe('cms serve', () => {
  test('loads nothing before it is needed', async () => {
    const root = await aProject('migrated');
    await mkdir(join(root, 'node_modules'), { recursive: true });
    const loaded = await noteLoadedFiles();
    const port = await freePort();
    const server = startCms(['serve', '--port', String(port)], {
      cwd: root,
      env: { NODE_OPTIONS: loaded.nodeOptions },
    });
    const ended = once(server, 'exit');
    const isHealthy = async (): Promise<boolean> =>
      (await fetch(`http://127.0.0.1:${port}/api/_/health`).catch(() => undefined))?.status === 200;
    await expect.poll(isHealthy, { timeout: 60_000 }).toBe(true);
    server.kill();
    await ended;
    const files = await loaded.read();
    for (const name of UNNEEDED) expect(packagesOf(files)).not.toContain(name);
    // All of them, including packages. Each takes about a millisecond of processor time.
    expect(files.filter(isOwn).length).toBeLessThanOrEqual(61);
    expect(files.length).toBeLessThanOrEqual(715);
  });
});
