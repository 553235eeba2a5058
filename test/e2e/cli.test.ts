import { spawnSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Resource, ResourceTypes } from '../../generated/client/core.js';
import type * as client from '../../generated/client/index.js';
import { runCms, type CommandResult } from '../console/run-cms.js';
import { packageVersion } from '../../runtime/kernel/util/packages/package-root.js';
import { anInstalledProject, linkPackage, signIn, START_MS, startSite } from '../console/running-site.js';
import type { RunningSite } from '../console/running-site.js';

const newProject = (): Promise<string> => anInstalledProject('initialised');

/** Is stopped after the test. */
async function start(
  command: 'dev' | 'serve',
  cwd: string,
  flags: readonly string[] = [],
): Promise<RunningSite> {
  const site = await startSite(command, { cwd, flags });
  onTestFinished(() => site.signal('SIGKILL'));
  return site;
}

async function json(answer: Response): Promise<Record<string, unknown>> {
  // Every response of the API is a JSON object.
  return (await answer.json()) as Record<string, unknown>;
}

type Teasers = Resource<ResourceTypes & { readonly document: { readonly '@id': string } }>;

/** Client that was generated for a project. */
async function clientOf(project: string) {
  const folder = pathToFileURL(join(project, 'generated/client/')).href;
  const { createClient } = (await import(`${folder}index.js`)) as typeof client;
  const { Teaser } = (await import(`${folder}resources.js`)) as { readonly Teaser: Teasers };
  return { createClient, Teaser };
}

describe('dev with a failing scaffold', () => {
  test('reports the line, stores nothing, and loads it when its import is fixed', async () => {
    const project = await newProject();
    const broken = "export const layout = 'nowhere';\n";
    await writeFile(join(project, 'names.ts'), broken);
    await writeFile(
      join(project, 'scaffold.ts'),
      `import { defineScaffold } from 'cms-api-components';
import { layout } from './names.js';

export default defineScaffold((site) => {
  site.layout('main', 'Primary');
  site.page('first', 'Primary', 'main', { route: '/first' });
  site.page('second', 'Primary', layout);
});
`,
    );
    const site = await start('dev', project);
    expect(site.output()).toContain(
      'scaffold.ts:7:8: There is no layout with the reference "nowhere". Declare it before its use.',
    );
    expect(site.output()).toContain('The scaffold was not loaded, and nothing was stored.');
    expect((await fetch(`${site.url}/_/routes//first`)).status).toBe(404);
    await writeFile(join(project, 'names.ts'), broken.replace('nowhere', 'main'));
    await expect
      .poll(async () => (await fetch(`${site.url}/_/routes//first`)).status, { timeout: START_MS })
      .toBe(200);
    expect(site.output()).toMatch(/Scaffold: created 1 layout, 2 pages/);
    expect(await site.stop()).toBe(0);
  });
});

describe('a new project', () => {
  test('is checked by its compiler, including scaffolds', async () => {
    const project = await newProject();
    const { scripts, devDependencies } = JSON.parse(
      await readFile(join(project, 'package.json'), 'utf8'),
    ) as Record<'scripts' | 'devDependencies', Readonly<Record<string, string>>>;
    const missing = Object.keys(devDependencies).filter((name) => !name.startsWith('cms-'));
    for (const name of missing) await linkPackage(project, name);
    const typecheck = (): CommandResult => {
      const run = spawnSync('npm', ['run', 'typecheck'], { cwd: project, encoding: 'utf8' });
      return { code: run.status, stdout: run.stdout, stderr: run.stderr };
    };
    expect(scripts).toHaveProperty('typecheck');
    expect((await runCms(['generate'], { cwd: project })).code).toBe(0);
    expect((await runCms(['make:cms-scaffold', 'Extra'], { cwd: project })).code).toBe(0);
    expect(typecheck()).toMatchObject({ code: 0 });

    const scaffold = join(project, 'scaffold.ts');
    await writeFile(scaffold, (await readFile(scaffold, 'utf8')).replace('site.layout(', 'site.lay0ut('));
    expect(typecheck()).toMatchObject({ code: 2, stdout: expect.stringContaining('lay0ut') });
  });

  test('reports that the command has another version than its package', async () => {
    const project = await newProject();
    const own = await runCms(['migrate:status'], { cwd: project });
    expect(own.stderr).not.toContain('This is cms-api-components');

    const installed = join(project, 'node_modules/cms-api-components');
    await rm(installed);
    await mkdir(installed);
    await writeFile(join(installed, 'package.json'), JSON.stringify({ version: '9.9.9' }));
    const other = await runCms(['--version'], { cwd: project });
    expect(other.stderr).toBe(
      `This is cms-api-components ${packageVersion()}, but the project uses cms-api-components 9.9.9. Run \`npx cms\` instead, and use the same version of both packages.\n`,
    );
  });

  test('serves a generated component type, which can be written and read', async () => {
    const project = await newProject();
    const made = await runCms(['make:api-component', 'Teaser', '--timestamped'], { cwd: project });
    expect(made.code).toBe(0);
    const file = join(project, 'schemas/Teaser.json');
    const schema = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
    const properties = { headline: { type: ['string', 'null'], maxLength: 80 } };
    await writeFile(file, JSON.stringify({ ...schema, properties }));

    const site = await start('dev', project);
    const { createClient, Teaser } = await clientOf(project);
    const visitor = createClient({ baseUrl: site.url });
    const admin = createClient({ baseUrl: site.url, cookie: await signIn(site.url) });
    await expect(visitor.create(Teaser, { headline: 'Read me' })).rejects.toMatchObject({ status: 401 });
    const { '@id': iri } = await admin.create(Teaser, { headline: 'Read me' });
    expect(await visitor.get(Teaser, iri)).toMatchObject({
      '@type': 'Teaser',
      headline: 'Read me',
      createdAt: expect.stringMatching(/^\d{4}-/),
    });
    expect(await site.stop()).toBe(0);
  });

  test('has addresses and an account in the output of dev, which loads the scaffold and applies a changed schema', async () => {
    const project = await newProject();
    const site = await start('dev', project);
    expect(site.output()).toContain('/api/docs');
    expect(site.output()).toContain('admin / admin');
    expect(await json(await fetch(`${site.url}/_/routes//`))).toMatchObject({ path: '/', name: 'home-page' });

    await writeFile(join(project, 'schemas/Broken.json'), '{ broken');
    await expect
      .poll(() => site.output(), { timeout: START_MS })
      .toContain('Still serving the previous version.');
    expect((await fetch(`${site.url}/component/titles`)).status).toBe(200);

    const badge = { title: 'Badge', type: 'object', 'x-resource': 'component', properties: {} };
    await writeFile(join(project, 'schemas/Broken.json'), JSON.stringify({ ...badge, title: 'Broken' }));
    await expect
      .poll(async () => (await fetch(`${site.url}/component/brokens`)).status, { timeout: START_MS })
      .toBe(200);
    expect(await site.stop()).toBe(0);
  });

  test('serves code that was generated before dev started', async () => {
    const project = await newProject();
    const site = await start('dev', project);
    site.signal('SIGSTOP');
    expect((await runCms(['make:api-component', 'Teaser', '-n'], { cwd: project })).code).toBe(0);
    site.signal('SIGCONT');
    await expect
      .poll(async () => (await fetch(`${site.url}/component/teasers`)).status, { timeout: START_MS })
      .toBe(200);
    expect(await site.stop()).toBe(0);
  });

  test('keeps every row in dev when a field is removed, and loses the reported values with the suggested command', async () => {
    const project = await newProject();
    const site = await start('dev', project);
    const cookie = await signIn(site.url);
    const headers = { 'content-type': 'application/ld+json', cookie };
    const summary = 'Worth keeping';
    const articles = await json(await fetch(`${site.url}/page_data/article_datas`, { headers }));
    const [article] = articles.member as readonly { readonly '@id': string }[];
    const url = new URL(article?.['@id'] ?? '', site.url);
    const merge = { ...headers, 'content-type': 'application/merge-patch+json' };
    expect(
      (await fetch(url, { method: 'PATCH', headers: merge, body: JSON.stringify({ summary }) })).status,
    ).toBe(200);

    const file = join(project, 'schemas/ArticleData.json');
    const schema = JSON.parse(await readFile(file, 'utf8')) as { properties: Record<string, unknown> };
    const properties = Object.fromEntries(
      Object.entries(schema.properties).filter(([name]) => name !== 'summary'),
    );
    await writeFile(file, JSON.stringify({ ...schema, properties }));
    await expect
      .poll(() => site.output(), { timeout: START_MS })
      .toContain('Still serving the previous version.');
    expect(site.output()).toMatch(
      /column article_datas\.summary is dropped with all its values \(\d+ values?\)/,
    );
    expect(await json(await fetch(url, { headers }))).toMatchObject({ summary });
    expect(await site.stop()).toBe(0);

    const advice = /To delete the data: cms (dev --allow-destructive)/.exec(site.output())?.[1] ?? '';
    const refused = await runCms(['migrate:run', '--allow-destructive'], { cwd: project });
    expect(refused.code).toBe(0);
    const next = await start('dev', project, advice.split(' ').slice(1));
    const after = await signIn(next.url);
    const kept = await json(await fetch(new URL(url.pathname, next.url), { headers: { cookie: after } }));
    expect(kept).toMatchObject({ '@id': url.pathname });
    expect(kept).not.toHaveProperty('summary');
    expect((await fetch(`${next.url}/_/routes//`)).status).toBe(200);
    expect(await next.stop()).toBe(0);

    expect((await runCms(['generate'], { cwd: project })).code).toBe(0);
    expect((await runCms(['migrate:run'], { cwd: project })).stdout).toMatch(
      /^Applied \d{8}T\d{6}_initial\n$/,
    );
    const served = await start('serve', project);
    expect((await fetch(`${served.url}/_/routes//`)).status).toBe(200);
    expect(await served.stop()).toBe(0);
  });

  test('starts over with the current scaffold in dev --fresh, which a load without it only reports as skipped', async () => {
    const project = await newProject();
    const first = await start('dev', project);
    expect(await first.stop()).toBe(0);
    const scaffold = join(project, 'scaffold.ts');
    const text = await readFile(scaffold, 'utf8');
    await writeFile(scaffold, text.replace(/Welcome to [^']*/, 'Edited'));
    const again = await runCms(['scaffold:load'], { cwd: project });
    expect(again).toMatchObject({ code: 0 });
    expect(again.stdout).toContain(
      'Skipped: 3 positions of the group "primary" of the page "home", which is stored already with what stands in it.\n',
    );
    const advice = /`cms (dev --fresh)` starts over/.exec(again.stdout)?.[1] ?? '';

    const site = await start('dev', project, advice.split(' ').slice(1));
    const titles = await json(await fetch(`${site.url}/component/titles`));
    expect(titles.member).toEqual(expect.arrayContaining([expect.objectContaining({ title: 'Edited' })]));
    expect(JSON.stringify(titles)).not.toContain('Welcome to');
    const home = await json(await fetch(`${site.url}/_/routes//`));
    expect(home).toMatchObject({ path: '/' });
    expect(await site.stop()).toBe(0);
  });

  test('requires migrations for serve, which then serves data of a scaffold that is loaded while it runs', async () => {
    const project = await anInstalledProject('generated');
    const refused = await runCms(['serve'], { cwd: project });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('cms migrate:run');

    expect((await runCms(['migrate:run'], { cwd: project })).stdout).toMatch(
      /^Applied \d{8}T\d{6}_initial\n$/,
    );
    expect((await runCms(['migrate:run'], { cwd: project })).stdout).toBe('The database is up to date.\n');
    const site = await start('serve', project);
    expect((await fetch(`${site.url}/_/routes//`)).status).toBe(404);
    const loaded = await runCms(['scaffold:load'], { cwd: project });
    expect(loaded.stdout).toMatch(/^Scaffold: created 1 user, 1 layout, 3 pages/);
    expect((await fetch(`${site.url}/_/routes//`)).status).toBe(200);
    const again = await runCms(['scaffold:load'], { cwd: project });
    expect(again.stdout).toMatch(/^Scaffold: created nothing; kept 1 user, 1 layout, 3 pages, 1 page data/);
    expect(await site.stop()).toBe(0);
  });

  test('has accounts that user:create creates, refuses and overwrites', async () => {
    const project = await anInstalledProject('migrated');
    const account = ['user:create', 'editor', 'editor@example.com', 'a-long-password', '--admin'];
    expect(await runCms(account, { cwd: project })).toMatchObject({
      code: 0,
      stdout: 'Created user: editor\n',
    });
    const taken = await runCms(account, { cwd: project });
    expect(taken.code).toBe(1);
    expect(taken.stderr).toContain('Could not create user: editor\nusername: ');
    expect((await runCms([...account, '--overwrite'], { cwd: project })).code).toBe(0);
    const missing = await runCms(['cms:api-components:user:create', 'editor'], { cwd: project });
    expect(missing).toMatchObject({
      code: 1,
      stderr: 'Not enough arguments (missing: "email, password").\n',
    });
    const expired = await runCms(['refresh-tokens:expire', 'editor'], { cwd: project });
    expect(expired.stdout).toBe('RefreshTokens for user editor successfully expired.\n');
    const purged = await runCms(['cms:api-components:form-cache-purge'], { cwd: project });
    expect(purged.code, purged.stderr).toBe(0);
    expect(purged.stdout.split('\n').slice(-2)).toEqual(['Form cache purge complete', '']);
  });

  test('runs code of cms.config.ts in dev, which reloads it, and in serve', async () => {
    const project = await newProject();
    const settings = await readFile(join(project, 'cms.config.json'), 'utf8');
    await rm(join(project, 'cms.config.json'));
    await writeFile(
      join(project, 'cms.config.ts'),
      `import { defineConfig } from 'cms-api-components';
import { shout } from './code/shout.js';
export default defineConfig({
  ...(${settings}),
  extensions: {
    resolvers: { shout },
    constraints: {
      polite(value, { violations, path, message }) {
        if (String(value).includes('damn')) violations.add({ propertyPath: path, message, code: null });
      },
    },
  },
});`,
    );
    await mkdir(join(project, 'code'));
    const code = join(project, 'code/shout.ts');
    const codeWith = (mark: string): string =>
      `import type { Resolver } from 'cms-api-components';
export const shout: Resolver = ({ values }) => \`\${String(values.text)}${mark}\`;`;
    await writeFile(code, codeWith('!'));
    const shouted = { type: 'string', readOnly: true, 'x-computed': { resolver: 'shout' } };
    const text = {
      type: ['string', 'null'],
      'x-constraints': [{ Callback: { name: 'polite', message: 'Be polite.' } }],
    };
    const slogan = {
      title: 'Slogan',
      type: 'object',
      'x-resource': 'component',
      properties: { text, shouted },
    };
    await writeFile(join(project, 'schemas/Slogan.json'), JSON.stringify(slogan));

    const site = await start('dev', project);
    const send = async (url: string, body: object): Promise<Response> =>
      fetch(`${url}/component/slogans`, {
        method: 'POST',
        headers: { 'content-type': 'application/ld+json', cookie: await signIn(url) },
        body: JSON.stringify(body),
      });
    expect((await send(site.url, { text: 'damn' })).status).toBe(422);
    const created = await json(await send(site.url, { text: 'Hear' }));
    expect(created.shouted).toBe('Hear!');
    const read = async (url: string): Promise<unknown> =>
      (await json(await fetch(new URL(String(created['@id']), url)))).shouted;

    await writeFile(code, 'export const loud = 1;');
    await expect
      .poll(() => site.output(), { timeout: START_MS })
      .toContain('Still serving the previous version.');
    await writeFile(code, codeWith('?'));
    await expect.poll(() => read(site.url), { timeout: START_MS }).toBe('Hear?');
    expect(await site.stop()).toBe(0);

    const commands = [['generate'], ['migrate:run'], ['migrate:status'], ['scaffold:load']];
    for (const command of commands) {
      expect(await runCms(command, { cwd: project })).toMatchObject({ code: 0 });
    }
    const served = await start('serve', project);
    expect(await read(served.url)).toBe('Hear?');
    expect(await served.stop()).toBe(0);

    await writeFile(join(project, 'cms.config.ts'), `export default ${settings};`);
    const refused = await runCms(['serve'], { cwd: project });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('Slogan.shouted: uses the resolver "shout", which is not registered');
    expect(refused.stderr).toContain('Slogan.text: uses the constraint "polite"');
  });
});
