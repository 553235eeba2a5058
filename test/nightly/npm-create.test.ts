import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resultOf } from '../console/run-cms.js';
import { packArchives } from '../support/archives.js';
import { type LocalRegistry, openRegistry } from '../support/local-registry.js';

let folder = '';
let registry: LocalRegistry;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cms-npm-create-'));
  registry = await openRegistry(await packArchives(folder));
});

afterAll(async () => {
  registry.close();
  await rm(folder, { recursive: true });
});

/** Runs npm without any settings, with the packages published in its registry. */
async function npm(cwd: string, ...args: readonly string[]): Promise<void> {
  const own = Object.entries(process.env).filter(([name]) => !/^npm_config_/i.test(name));
  const env = {
    ...Object.fromEntries(own),
    ...registry.settings(join(folder, 'npm')),
    NODE_ENV: 'development',
  };
  const result = await resultOf(spawn('npm', args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] }));
  expect(result, result.stderr).toMatchObject({ code: 0 });
}

describe('npm create cms-api-components my-site -- -y, with published packages', () => {
  test('creates a project that is installed, generated, tested and built by the printed commands', async () => {
    await npm(folder, 'create', 'cms-api-components', 'my-site', '--', '-y');
    const site = join(folder, 'my-site');
    await npm(site, 'install');
    await npm(site, 'run', 'generate');
    await npm(site, 'test');
    await npm(site, 'run', 'typecheck');
    await npm(site, 'run', 'build');
  });
});
