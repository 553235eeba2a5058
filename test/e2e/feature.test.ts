import { execFile } from 'node:child_process';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runCms, startCms } from '../console/run-cms.js';
import { anInstalledProject } from '../console/running-site.js';
import { freePort } from '../support/free-port.js';

const PACKAGE = fileURLToPath(new URL('../../', import.meta.url));
const FEATURES = join(PACKAGE, 'test/support/features');
const HIT_COUNTER = join(FEATURES, 'hit-counter.ts');
/** A busy machine with one core takes ten times as long as an idle one. */
const START_MS = 180_000;

const SCAFFOLD = `import { defineScaffold } from 'cms-api-components';

export default defineScaffold((site) => {
  site.layout('main', 'Primary');
  site.page('home', 'Primary', 'main', { route: '/home' });
});
`;

/** Configuration that \`cms init\` writes, with the settings in a code file. */
async function newProject(): Promise<string> {
  const project = await anInstalledProject('initialised');
  await writeFile(join(project, 'scaffold.ts'), SCAFFOLD);
  await cp(HIT_COUNTER, join(project, 'hit-counter.ts'));
  await cp(join(FEATURES, 'hits'), join(project, 'hits'), { recursive: true });
  const settings = await readFile(join(project, 'cms.config.json'), 'utf8');
  await rm(join(project, 'cms.config.json'));
  await writeFile(join(project, 'settings.json'), settings);
  await configure(project, '[hits]');
  return project;
}

const configure = (project: string, features: string, module = './hit-counter.js'): Promise<void> =>
  writeFile(
    join(project, 'cms.config.ts'),
    `import { defineConfig } from 'cms-api-components';
import { hits } from '${module}';
import settings from './settings.json';

const open = { path: '^/hits/', methods: ['POST'], roles: 'PUBLIC_ACCESS' };
export const counter = hits;
export default defineConfig({
  ...settings,
  access_control: [open, ...settings.access_control],
  features: ${features},
});
`,
  );

interface RunningSite {
  /** API address, without a trailing slash. */
  readonly url: string;
  output(): string;
  stop(): Promise<number | null>;
}

async function serve(cwd: string): Promise<RunningSite> {
  const port = await freePort();
  const child = startCms(['serve', '--port', String(port)], { cwd });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  onTestFinished(() => void child.kill('SIGKILL'));
  const url = `http://127.0.0.1:${port}/api`;
  const deadline = Date.now() + START_MS;
  while ((await fetch(`${url}/_/health`).catch(() => undefined))?.status !== 200) {
    if (Date.now() > deadline || child.exitCode !== null)
      throw new Error(`The site did not start:\n${output}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    output: () => output,
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/** Signs in and returns the cookie header. */
async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'a-long-password' }),
  });
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  return cookies.join('; ');
}

async function migrationTexts(project: string): Promise<string> {
  const folder = join(project, 'generated/migrations');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts'));
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('\n');
}

describe('a feature that a project registers in cms.config.ts', () => {
  test('is less than 60 lines long and imports only the package', async () => {
    const source = await readFile(HIT_COUNTER, 'utf8');
    expect(source.trimEnd().split('\n').length).toBeLessThan(60);
    expect([...source.matchAll(/from '([^']+)'/g)].map(([, name]) => name)).toEqual(['cms-api-components']);
  });

  test('is the one in the chapter about features', async () => {
    const chapter = await readFile(join(PACKAGE, 'docs/how-to/custom-features.md'), 'utf8');
    expect(chapter).toContain(`\`\`\`ts [hit-counter.ts]\n${await readFile(HIT_COUNTER, 'utf8')}\`\`\``);
  });

  test('migrates, serves, refuses requests, receives events, is documented and has a command', async () => {
    const project = await newProject();
    const cms = (...args: readonly string[]) => runCms(args, { cwd: project });

    expect(await cms('generate')).toMatchObject({ code: 0 });
    expect(await migrationTexts(project)).toContain("name: 'page_hit'");
    const early = await cms('hits:report');
    expect(early).toMatchObject({ code: 1, stdout: '' });
    expect(early.stderr).toContain('cms migrate:run');
    expect(await cms('migrate:run')).toMatchObject({ code: 0 });
    expect(await cms('scaffold:load')).toMatchObject({ code: 0 });
    const account = ['admin', 'admin@example.com', 'a-long-password', '--super-admin', '-n'];
    expect(await cms('user:create', ...account)).toMatchObject({ code: 0 });

    const site = await serve(project);
    const hit = (path: string) => fetch(`${site.url}/hits${path}`, { method: 'POST' });
    expect((await hit('/home')).status).toBe(204);
    expect((await hit('/home')).status).toBe(204);
    expect((await hit('/nowhere')).status).toBe(404);
    const cookie = await signIn(site.url);
    const send = (method: string, path: string, body?: object) =>
      fetch(site.url + path, {
        method,
        headers: { 'content-type': 'application/ld+json', cookie },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    const refused = await send('POST', '/_/routes', { path: '/hits', name: 'hits' });
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain('Taken.');

    const document: unknown = await (await fetch(`${site.url}/docs.jsonopenapi`)).json();
    expect(document).toMatchObject({
      paths: { '/api/hits/{path}': { post: { summary: 'Counts a hit of the page at a path.' } } },
    });
    expect(await cms('hits:report')).toMatchObject({ code: 0, stdout: '2  /home\n' });
    expect((await send('DELETE', '/_/routes//home')).status).toBe(204);
    await expect.poll(() => site.output()).toContain('records are gone, and their hits');
    expect(await cms('hits:report')).toMatchObject({ code: 0, stdout: '' });
    expect(await site.stop()).toBe(0);
  });

  test('can be a folder, which is tested where it is served', async () => {
    const project = await newProject();
    await configure(project, '[hits]', './hits/definition.js');
    const cms = (...args: readonly string[]) => runCms(args, { cwd: project });
    for (const command of ['generate', 'migrate:run', 'scaffold:load'])
      expect(await cms(command)).toMatchObject({ code: 0 });
    const site = await serve(project);
    const env = { ...process.env, API: site.url };
    const run = await promisify(execFile)(process.execPath, ['--test', 'hits/'], { cwd: project, env });
    expect(run.stdout).toMatch(/^. pass 2$/m);
    expect(await cms('hits:report')).toMatchObject({ code: 0, stdout: '1  /home\n' });
    expect(await site.stop()).toBe(0);
  });

  test('has its commands in the help of its project, which suggests corrections', async () => {
    const project = await newProject();
    const cms = (...args: readonly string[]) => runCms(args, { cwd: project });
    const summary = 'Print how often each page was hit.';

    expect((await cms('help')).stdout).toMatch(
      /COMMANDS OF THIS PROJECT\n +hits:report +Print how often each page was hit\./,
    );
    for (const words of [
      ['help', 'hits:report'],
      ['hits:report', '--help'],
      ['help', 'hits'],
    ])
      expect(await cms(...words)).toMatchObject({ code: 0, stdout: expect.stringContaining(summary) });
    const unknown = await cms('hits:reprot');
    expect(unknown).toMatchObject({ code: 2, stdout: '' });
    expect(unknown.stderr).toContain('command hits:reprot not found. Did you mean "hits:report"?');
    expect((await cms('genrate')).stderr).toContain('Did you mean "generate"?');

    await configure(project, "[{ ...hits, name: 'Hits' }]");
    const broken = await cms('help');
    expect(broken.code).toBe(0);
    expect(broken.stdout).toContain('migrate:run');
    expect(broken.stdout).toContain('features.Hits.name');
    expect(await cms('hits:report')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('features.Hits.name: "Hits" is not a valid feature name'),
    });
  });

  test('deletes its rows only with permission', async () => {
    const project = await newProject();
    const cms = (...args: readonly string[]) => runCms(args, { cwd: project });
    for (const command of ['generate', 'migrate:run', 'scaffold:load'])
      expect(await cms(command)).toMatchObject({ code: 0 });
    const site = await serve(project);
    expect((await fetch(`${site.url}/hits/home`, { method: 'POST' })).status).toBe(204);
    expect(await site.stop()).toBe(0);

    await configure(project, '[]');
    const refused = await cms('generate');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('page_hit');
    expect(await cms('generate', '--allow-destructive')).toMatchObject({ code: 0 });
    const kept = await cms('migrate:run');
    expect(kept.code).toBe(1);
    expect(kept.stderr).toContain('page_hit');
    expect(await cms('migrate:run', '--allow-destructive')).toMatchObject({ code: 0 });
    expect(await cms('hits:report')).toMatchObject({ code: 2 });
  });
});
