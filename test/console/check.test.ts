import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../support/free-port.js';
import { aProject } from './a-project.js';
import { runCms } from './run-cms.js';
import { anInstalledProject } from './running-site.js';

let cwd = '';
beforeAll(async () => {
  cwd = await anInstalledProject('filled', await mkdtemp(join(tmpdir(), 'cms-check-')));
});
afterAll(() => rm(cwd, { recursive: true }));

/** Disables the cache of TypeScript files of every command. */
const filesOf = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder, { recursive: true })).filter((path) => !/node_modules|^\.cms/.test(path)).sort();

interface Printed {
  readonly isWell: boolean;
  readonly faults: readonly { readonly of: string; readonly problem: string }[];
  readonly notices: readonly string[];
}

async function check(
  project: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Printed & { readonly code: number | null }> {
  const { code, stdout } = await runCms(['check', '--json'], { cwd: project, env });
  return { code, ...(JSON.parse(stdout) as Printed) };
}

describe('cms check', () => {
  test('finds nothing if the service would start', async () => {
    expect(await runCms(['check'], { cwd })).toMatchObject({
      code: 0,
      stdout: 'The service can start.\n',
    });
  });

  test('lists problems of every kind at once, and starts and writes nothing', async () => {
    const project = await aProject('generated');
    await rm(join(project, 'var'), { recursive: true, force: true });
    const before = await filesOf(project);
    const config = join(project, 'cms.config.json');
    const settings = JSON.parse(await readFile(config, 'utf8')) as Record<string, unknown>;
    await writeFile(config, JSON.stringify({ ...settings, pagination: { items_per_page: 0 }, nothing: 1 }));
    const { code, isWell, faults } = await check(project, {
      NODE_ENV: 'production',
      DATABASE_URL: 'sqlite:var/cms.sqlite',
      LOG_LEVEL: 'loud',
    });
    expect([code, isWell]).toEqual([1, false]);
    const problems = faults.map(({ of, problem }) => `${of}: ${problem.split('\n')[0]}`);
    for (const expected of [
      /^configuration: pagination\.items_per_page: /,
      /^configuration: nothing: /,
      /^configuration: LOG_LEVEL: /,
      /^configuration: JWT_SECRET_KEY: must be configured/,
      /^configuration: MAILER_DSN: must be configured/,
      /^database: The database does not match the generated code:/,
    ])
      expect(problems).toContainEqual(expect.stringMatching(expected));
    expect(await filesOf(project)).toEqual(before);
  });

  test('checks keys, features and administrators of a valid configuration', async () => {
    const env = {
      NODE_ENV: 'production',
      DATABASE_URL: 'sqlite:var/cms.sqlite',
      MAILER_DSN: 'null:',
      MAILER_FROM: 'site@example.com',
      JWT_SECRET_KEY: 'README.md',
      JWT_PUBLIC_KEY: 'README.md',
      JWT_PASSPHRASE: 'a long one',
      ADMIN_PASSWORD: 'another one',
      MERCURE_URL: 'http://localhost:3000/.well-known/mercure',
      MERCURE_JWT_SECRET: 'a secret that is long enough for a hub',
    };
    const config = join(cwd, 'cms.config.json');
    const text = await readFile(config, 'utf8');
    await writeFile(config, JSON.stringify({ ...JSON.parse(text), mercure: false }));
    const { faults } = await check(cwd, env);
    await writeFile(config, text);
    expect(faults.map(({ of }) => of)).toEqual(['keys', 'accounts']);
    expect(faults[0]?.problem).toContain('JWT_SECRET_KEY is not a private key in PEM format');
    expect(faults[1]?.problem).toContain('administrators have the default password of development');
  });

  test('reports an unreachable database without its password', async () => {
    const port = await freePort();
    const url = `postgres://me:hush-hush@127.0.0.1:${port}/site`;
    const { stdout } = await runCms(['check'], { cwd, env: { DATABASE_URL: url } });
    expect(stdout).toMatch(/^database: .*127\.0\.0\.1/);
    expect(stdout).not.toContain('hush');
  });

  test('reports missing generated code', async () => {
    const project = await aProject('initialised');
    expect(await check(project)).toMatchObject({
      code: 1,
      faults: [{ of: 'generated', problem: expect.stringContaining('Run `cms generate`') }],
    });
  });

  test('tests the ports with --listen', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { readonly port: number };
    const taken = `address: Cannot listen on 127.0.0.1:${port}: .*EADDRINUSE`;
    const env = { PORT: String(port), HOST: '127.0.0.1', METRICS_PORT: String(port) };
    expect(await runCms(['check'], { cwd, env })).toMatchObject({ code: 0 });
    expect(await runCms(['check', '--listen'], { cwd, env })).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(new RegExp(`${taken}.*\\n${taken}`)),
    });
    server.close();
  });
});

describe('cms config:show', () => {
  test('shows every setting with its origin', async () => {
    await writeFile(join(cwd, '.env'), 'PORT=3000\nMAILER_DSN=smtp://me:hush@mail\n');
    const env = { LOG_LEVEL: 'warn' };
    const { code, stdout } = await runCms(['config:show'], { cwd, env });
    expect(code).toBe(0);
    const lines = stdout.replaceAll(/ {2,}/g, ' | ').split('\n');
    expect(lines).toContain('server.port | .env: PORT | 3000');
    expect(lines).toContain('log_level | environment: LOG_LEVEL | warn');
    expect(lines).toContain('mailer.dsn | .env: MAILER_DSN | smtp://me:[redacted]@mail');
    expect(lines).toContain('api_prefix | cms.config.json | /api');
    expect(lines).toContain('table_prefix | default | _acb_');
    const { stdout: json } = await runCms(['config:show', '--json'], { cwd, env });
    const { settings } = JSON.parse(json) as { readonly settings: readonly unknown[] };
    expect(settings).toContainEqual({
      key: 'server.port',
      value: '3000',
      origin: { from: '.env', variable: 'PORT' },
    });
    expect(json).not.toContain('hush');
  });
});
