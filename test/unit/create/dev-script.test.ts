import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../support/free-port.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const DEV = fileURLToPath(new URL('../../../create/templates/front-end/base/dev.js', import.meta.url));

/** An API that prints a line on start and passes its health check. */
const API = `
const { createServer } = require('node:http');
const { appendFileSync } = require('node:fs');
createServer((_request, response) => response.end('{}')).listen(process.env.PORT, '127.0.0.1');
appendFileSync('started', ['api', ...process.argv.slice(2), ''].join(' '));
process.on('SIGTERM', () => { appendFileSync('started', 'over '); process.exit(0); });
`;

/** Runs package scripts like pnpm does, and records its arguments. */
const PNPM = `#!/bin/sh
printf 'pnpm-%s ' "$2" >> started
script=$2
shift 2
exec $(node --print "require('./package.json').scripts['$script']") "$@"
`;

interface Project {
  readonly site: string;
  readonly flags?: readonly string[];
  readonly api?: string;
  readonly userAgent?: string;
}

/** Starts the script in a folder whose package scripts are these programs. */
async function aProject({ site, flags = [], api = API, userAgent = 'npm/10' }: Project) {
  const cwd = await temporaryFolder();
  const port = String(await freePort());
  await copyFile(DEV, join(cwd, 'dev.mjs'));
  await writeFile(join(cwd, 'api.cjs'), api);
  await writeFile(join(cwd, 'site.cjs'), site);
  const scripts = { 'dev:api': 'node api.cjs', 'dev:site': 'node site.cjs' };
  await writeFile(join(cwd, 'package.json'), JSON.stringify({ scripts }));
  await writeFile(join(cwd, 'pnpm'), PNPM);
  await chmod(join(cwd, 'pnpm'), 0o755);
  const child = spawn(process.execPath, ['dev.mjs', ...flags], {
    cwd,
    env: {
      ...process.env,
      API_URL: `http://127.0.0.1:${port}`,
      PORT: port,
      PATH: cwd + delimiter + (process.env['PATH'] ?? ''),
      npm_config_user_agent: userAgent,
    },
  });
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said += String(text)));
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  return {
    child,
    ended,
    said: () => said,
    started: () => readFile(join(cwd, 'started'), 'utf8').catch(() => ''),
    isUp: () => fetch(`http://127.0.0.1:${port}`).then(({ ok }) => ok),
  };
}

describe('the development script of a new project', () => {
  test('leaves the API running when the front end fails, reports the failure, and stops both together', async () => {
    const { child, ended, said, started, isUp } = await aProject({ site: 'process.exit(3);' });
    await expect.poll(said).toMatch(/front end exited \(with code 3\).*`npm run dev:site`/);
    expect(await isUp()).toBe(true);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(await started()).toBe('api over ');
  });

  test('exits with a message when the API does not start', async () => {
    const { ended, said, started } = await aProject({ site: '', api: 'process.exit(4);' });
    expect(await ended).toBe(1);
    expect(said()).toContain('The API exited (with code 4)');
    expect(await started()).toBe('');
  });

  test('runs scripts with the package manager that started it', async () => {
    const userAgent = 'pnpm/10.1.0 npm/? node/v22.0.0 linux x64';
    const { said, started } = await aProject({ site: 'process.exit(1);', userAgent });
    await expect.poll(said).toContain('`pnpm run dev:site`');
    expect(await started()).toBe('pnpm-dev:api api pnpm-dev:site ');
  });

  test.each([
    ['npm', 'npm/10', 'api --fresh '],
    ['pnpm', 'pnpm/10.1.0', 'pnpm-dev:api api --fresh pnpm-dev:site '],
  ])('passes its flags to the API with %s', async (_name, userAgent, want) => {
    const { said, started } = await aProject({ site: 'process.exit(1);', flags: ['--fresh'], userAgent });
    await expect.poll(said).toContain('front end exited');
    expect(await started()).toBe(want);
  });
});
