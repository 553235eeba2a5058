import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { resultOf, runCms } from '../console/run-cms.js';
import { installPackage } from '../console/running-site.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** Versions that run on the oldest supported Node. */
const PACKAGES = ['orval@7.21.0', 'typescript@5.9.3'];

async function run(cwd: string, command: string, ...args: readonly string[]): Promise<void> {
  const own = Object.entries(process.env).filter(([name]) => !/^npm_config_/i.test(name));
  const env = { ...Object.fromEntries(own), NODE_ENV: 'development' };
  const result = await resultOf(spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] }));
  expect(result, result.stdout + result.stderr).toMatchObject({ code: 0 });
}

test('a client that orval generates from the OpenAPI document compiles, including uploads', async () => {
  const project = await temporaryFolder();
  expect(await runCms(['init', '.', '--content', 'company'], { cwd: project })).toMatchObject({ code: 0 });
  await installPackage(project);
  const cwd = await temporaryFolder();
  const document = join(cwd, 'openapi.json');
  const written = await runCms(['generate', '--openapi', document], { cwd: project });
  expect(written, written.stderr).toMatchObject({ code: 0 });

  await writeFile(join(cwd, 'package.json'), '{"private": true, "type": "module"}');
  const output = { target: 'client/api.ts', client: 'fetch', baseUrl: 'http://localhost:8000/api' };
  const config = { cms: { input: document, output } };
  await writeFile(join(cwd, 'orval.config.mjs'), `export default ${JSON.stringify(config)};`);
  const compilerOptions = {
    ...{ strict: true, noEmit: true, target: 'ES2022', module: 'ESNext', moduleResolution: 'bundler' },
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  };
  await writeFile(join(cwd, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['client'] }));
  await run(cwd, 'npm', 'install', '--no-audit', '--no-fund', ...PACKAGES);
  await run(cwd, 'npx', 'orval');
  await run(cwd, 'npx', 'tsc', '-p', '.');
});
