import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aProject } from './a-project.js';
import { runCms } from './run-cms.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const COMMANDS = [
  'init',
  'generate',
  'migrate:run',
  'migrate:status',
  'migrate:revert',
  'migrate:baseline',
  'migrate:squash',
  'scaffold:load',
  'serve',
  'dev',
  'check',
  'config:show',
  'doctor',
  'outbox',
  'jobs',
  'backup',
  'restore',
  'user:create',
  'user:reset-mfa',
  'refresh-tokens:expire',
  'form-cache-purge',
  'purge-rendered-html',
  'purge-http-cache',
  'scan-orphaned',
  'scan-orphaned-files',
  'generate-fixtures',
  'make:api-component',
  'make:page-data',
  'make:cms-scaffold',
  'make:rename-component',
];

const LONG_FORMS = [
  'cms:api-components:user:create',
  'cms:api-components:refresh-tokens:expire',
  'cms:api-components:form-cache-purge',
  'cms:api-components:purge-rendered-html',
  'cms:api-components:purge-http-cache',
  'cms:api-components:scan-orphaned',
  'cms:api-components:clean-orphaned',
  'cms:api-components:scan-orphaned-files',
  'cms:api-components:generate-fixtures',
  'cms:api-components:make:api-component',
  'cms:api-components:make:page-data',
  'cms:api-components:make:cms-scaffold',
  'cms:api-components:make:rename-component',
];

describe('help', () => {
  test('of the root lists every command', async () => {
    const { code, stdout } = await runCms(['--help'], { cwd: await temporaryFolder() });
    expect(code).toBe(0);
    for (const command of COMMANDS) expect(stdout).toMatch(new RegExp(`^ {2}${command}\\s`, 'm'));
  });

  test.each([...COMMANDS, ...LONG_FORMS])('of %s includes examples', async (command) => {
    const { code, stdout, stderr } = await runCms([command, '--help'], { cwd: await temporaryFolder() });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('USAGE');
    expect(stdout).toContain('EXAMPLES');
  });

  test('of generate lists mutually exclusive flags once', async () => {
    const { stdout } = await runCms(['generate', '--help'], { cwd: await temporaryFolder() });
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      '$ cms generate [-v] [-q] [-n] [--check | --watch | --allow-destructive] ',
    );
  });
});

describe('a group name without a command', () => {
  test('lists the commands of the group', async () => {
    const { stdout } = await runCms(['migrate'], { cwd: await temporaryFolder() });
    expect(stdout.split('\n')[0]).toBe('Apply, revert and list database migrations.');
  });
});

describe('a usage error', () => {
  test.each([
    ['an unknown command', ['sevre'], 'command sevre not found'],
    ['a misspelled command', ['sevre'], 'Did you mean "serve"?'],
    ['an unknown flag', ['migrate:run', '--force'], 'Nonexistent flag: --force'],
    ['a missing argument', ['backup'], 'Missing 1 required arg'],
    ['a stray argument', ['generate', 'schemas'], 'Unexpected argument: schemas'],
    [
      'space-separated properties',
      ['make:page-data', 'A', '--properties', 'a:string', 'b:int'],
      'Unexpected argument: b:int',
    ],
    ['mutually exclusive flags', ['generate', '--check', '--watch'], '--watch'],
  ])('with %s exits with 2 and is written to stderr', async (_name, args, message) => {
    const { code, stdout, stderr } = await runCms(args, { cwd: await temporaryFolder() });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });
});

const aMigratedProject = (): Promise<string> => aProject('migrated');

let migrated = '';
beforeAll(async () => {
  migrated = await aProject('migrated', await mkdtemp(join(tmpdir(), 'cms-commands-')));
});
afterAll(() => rm(migrated, { recursive: true }));

/** Scheduled jobs of a project with all features that no process has served yet. */
const SCHEDULED = [
  { job: 'cleaning', cron: '*/5 * * * *', timeZone: 'UTC' },
  { job: 'scan-orphaned', cron: '0 3 * * *', timeZone: 'Europe/London' },
];

test('cms jobs without any requested jobs lists the schedule', async () => {
  const { code, stdout } = await runCms(['jobs'], { cwd: migrated });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^No jobs are waiting, running or failed\.\n\nScheduled job /);
  for (const { job, cron } of SCHEDULED) expect(stdout).toContain(`\n${job} `.padEnd(16) + cron);
});

test('cms jobs --json without any requested jobs prints the schedule as JSON', async () => {
  const { code, stdout } = await runCms(['jobs', '--json'], { cwd: migrated });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    queue: 'inline',
    jobs: [],
    scheduled: SCHEDULED.map((entry) => ({ ...entry, lastRun: null, nextRun: null, outcome: {} })),
  });
});

test.each([
  ['jobs', '-q'],
  ['scan-orphaned', '--quiet', '--no-interaction'],
  ['scan-orphaned-files', '-qn'],
  ['generate-fixtures', '-nq'],
  ['user:create', 'quiet', 'quiet@example.com', 'a-long-password', '-q'],
  ['refresh-tokens:expire', '-q'],
  ['make:api-component', 'Quiet', '-nq'],
])('cms %s %s runs and prints nothing with its quiet flag', async (...command) => {
  const cwd = await aMigratedProject();
  const file = join(cwd, 'cms.config.json');
  const config = JSON.parse(await readFile(file, 'utf8')) as object;
  // Most statements exceed the warning threshold then.
  await writeFile(file, JSON.stringify({ ...config, logs: { slow_statement_ms: 1 } }));
  expect(await runCms(command, { cwd })).toEqual({
    code: 0,
    stdout: '',
    stderr: '',
  });
});

test('a quiet command that fails prints the reason', async () => {
  const answer = await runCms(['refresh-tokens:expire', 'nobody', '-q'], { cwd: migrated });
  expect(answer).toMatchObject({ code: 1, stdout: '', stderr: 'User with username "nobody" not found.\n' });
});

test('cms user:reset-mfa resets a user, and reports missing arguments', async () => {
  const cwd = await aMigratedProject();
  await runCms(['user:create', 'ada', 'ada@example.com', 'a-long-password'], { cwd });
  expect(await runCms(['user:reset-mfa', 'ada'], { cwd })).toEqual({
    code: 0,
    stdout: 'Removed the second factors of ada and ended all sessions.\n',
    stderr: '',
  });
  const unknown = await runCms(['user:reset-mfa', 'nobody'], { cwd });
  expect(unknown).toEqual({ code: 1, stdout: '', stderr: 'No user has the username "nobody".\n' });
  const unnamed = await runCms(['user:reset-mfa'], { cwd });
  expect(unnamed).toEqual({
    code: 1,
    stdout: '',
    stderr: 'Not enough arguments (missing: "username").\n',
  });
});

describe('cms outbox', () => {
  const NOBODY = '3f0a4ad5-5a5c-4a52-9d5e-1c1d3c6f7a10';
  const CHANNELS = ['identity-mails', 'jobs', 'realtime', 'removed-files', 'second-factor-mails', 'webhooks'];
  const NOTHING_SENT = CHANNELS.map((channel) => ({
    channel,
    ...{ pending: 0, oldestAgeMs: null, dead: 0, isDelivered: true },
  }));

  test.each([
    [[], 0, CHANNELS.map((channel) => `${channel}: 0 waiting, 0 dead\n`).join('')],
    [['--json'], 0, `${JSON.stringify({ channels: NOTHING_SENT }, null, 2)}\n`],
    [['--dead'], 0, 'The outbox has no dead letters.\n'],
    [['--dead', '--json'], 0, '{\n  "deadLetters": []\n}\n'],
    [['--resend'], 0, 'Dead letters queued for delivery: 0\n'],
    [['--resend', NOBODY], 1, ''],
    [['--resend', 'first'], 2, ''],
    [[NOBODY], 2, ''],
    [['--resend', '--dead'], 2, ''],
  ])('%j without any messages', async (args, code, stdout) => {
    expect(await runCms(['outbox', ...args], { cwd: migrated })).toMatchObject({ code, stdout });
  });
});

describe('a failure', () => {
  test.each([
    ['serve'],
    ['migrate:run'],
    ['migrate:status'],
    ['user:create'],
    ['scaffold:load'],
    ['generate'],
    ['dev'],
    ['make:page-data', 'ArticleData'],
  ])('of %s outside a project exits with 1 and suggests a fix', async (...command) => {
    const cwd = await temporaryFolder();
    const { code, stdout, stderr } = await runCms(command, { cwd });
    expect(await readdir(cwd)).toEqual([]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('cms init');
    expect(stderr).not.toContain('    at ');
  });

  test('of a command in a project without generated code suggests generate', async () => {
    const cwd = await aProject('initialised');
    const { code, stderr } = await runCms(['migrate:status'], { cwd });
    expect(code).toBe(1);
    expect(stderr).toContain('Run `cms generate`');
  });

  test('of a schema reports file and fix, writes nothing and exits with 1', async () => {
    const cwd = await temporaryFolder();
    await mkdir(join(cwd, 'schemas'));
    await writeFile(
      join(cwd, 'schemas/Bad.json'),
      '{"title": "Bad", "x-resource": "component", "x-publishabel": true}',
    );
    const { code, stdout, stderr } = await runCms(['generate'], { cwd });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('schemas/Bad.json');
    expect(stderr).toContain('x-publishabel');
    await expect(readFile(join(cwd, 'generated/manifest.ts'))).rejects.toThrow('ENOENT');
  });

  test('of an unreachable database reports the variable, and never the password', async () => {
    const cwd = await aProject('generated');
    for (const scheme of ['postgres', 'mysql']) {
      const env = { DATABASE_URL: `${scheme}://user:hush-hush@127.0.0.1:1/site` };
      const { code, stdout, stderr } = await runCms(['migrate:status'], { cwd, env });
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toContain('database "site" at 127.0.0.1:1 cannot be opened');
      expect(stderr).toContain('DATABASE_URL');
      expect(stderr).not.toMatch(/hush|Unexpected|^ {4}at /m);
    }
  });

  test('of a file instead of a folder reports a fix', async () => {
    const cwd = await aProject('initialised');
    await writeFile(join(cwd, 'generated'), '');
    const { code, stderr } = await runCms(['generate'], { cwd });
    expect(code).toBe(1);
    expect(stderr).toContain(join(cwd, 'generated'));
    expect(stderr).toContain('Move the file');
  });

  test('of project code reports file and line', async () => {
    const cwd = await aMigratedProject();
    const scaffold = "import { defineScaffold } from 'cms-api-components';\n\ninterface None {}\n";
    await writeFile(
      join(cwd, 'scaffold.ts'),
      `${scaffold}export default defineScaffold(() => {\n  throw new Error('No rain.');\n});\n`,
    );
    const { code, stderr } = await runCms(['scaffold:load'], { cwd });
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'scaffold.ts:5:9: No rain.\n' });
  });

  test.each([
    [
      "site.persist(resource('SiteConfigParameter', { value: 'x' }));",
      'scaffold.ts:3:22: This SiteConfigParameter cannot be stored: key: This value should not be blank.\n{"value":"x"}\n',
    ],
    [
      "site.getRoute('home');",
      'scaffold.ts:3:14: Named route "home" not found. Did you call flush() before getRoute()?\n',
    ],
  ])('of a scaffold that reports %s is printed', async (statement, message) => {
    const cwd = await aMigratedProject();
    await writeFile(
      join(cwd, 'scaffold.ts'),
      `import { defineScaffold, resource } from 'cms-api-components';\nexport default defineScaffold(async (site) => {\n  await ${statement}\n});\n`,
    );
    const { code, stderr } = await runCms(['scaffold:load'], { cwd });
    expect({ code, stderr }).toEqual({ code: 1, stderr: message });
  });

  test('of dev in production is reported', async () => {
    const { code, stderr } = await runCms(['dev'], {
      cwd: await temporaryFolder(),
      env: { NODE_ENV: 'production' },
    });
    expect(code).toBe(1);
    expect(stderr).toContain('cms serve');
  });
});

describe('init', () => {
  test('creates a project whose schemas pass generate', async () => {
    const cwd = await temporaryFolder();
    const init = await runCms(['init', 'my-site'], { cwd });
    expect(init.code).toBe(0);
    expect(init.stdout.trim().split('\n')).toEqual([
      '.env',
      '.env.example',
      '.gitattributes',
      '.gitignore',
      'README.md',
      'cms.config.json',
      'package.json',
      'pictures/hills.webp',
      'scaffold.ts',
      'schemas/ArticleData.json',
      'schemas/ContactMessage.json',
      'schemas/HtmlContent.json',
      'schemas/Image.json',
      'schemas/NavigationLink.json',
      'schemas/Title.json',
      'schemas/forms/ContactType.json',
      'test/site.test.js',
      'tsconfig.json',
    ]);
    expect(init.stderr).toContain('npm install');
    const { mode } = await stat(join(cwd, 'my-site/.env'));
    expect((mode & 0o777).toString(8)).toBe('600');
    const project = join(cwd, 'my-site');
    const description: unknown = JSON.parse(await readFile(join(project, 'package.json'), 'utf8'));
    expect(description).toMatchObject({
      name: 'my-site',
      dependencies: { 'cms-api-components': expect.stringMatching(/^file:/) },
    });
    expect((await runCms(['generate'], { cwd: project })).code).toBe(0);
    expect((await runCms(['generate', '--check'], { cwd: project })).code).toBe(0);
  });

  test('requires an administrator to write pages, page data and components, but not to submit forms', async () => {
    const cwd = await temporaryFolder();
    await runCms(['init', 'my-site'], { cwd });
    const config: unknown = JSON.parse(await readFile(join(cwd, 'my-site/cms.config.json'), 'utf8'));
    expect(config).toMatchObject({ access_control: [{ roles: 'PUBLIC_ACCESS' }, { roles: 'ROLE_ADMIN' }] });
    const [submit, writes] = (config as { access_control: { path: string; methods: string[] }[] })
      .access_control;
    expect('/component/forms/1/submit').toMatch(new RegExp(submit?.path ?? '^$'));
    expect('/component/forms/1').not.toMatch(new RegExp(submit?.path ?? '^$'));
    for (const path of ['/_/pages', '/page_data/article_datas', '/component/titles/1']) {
      expect(path).toMatch(new RegExp(writes?.path ?? '^$'));
    }
    expect('/users').not.toMatch(new RegExp(writes?.path ?? ''));
    expect(writes?.methods).toEqual(['POST', 'PUT', 'PATCH', 'DELETE']);
  });

  test('refuses a folder that contains files and keeps it unchanged', async () => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'notes.txt'), 'mine');
    const { code, stderr } = await runCms(['init', '.'], { cwd });
    expect(code).toBe(1);
    expect(stderr).toContain('is not empty');
    await expect(readFile(join(cwd, 'package.json'))).rejects.toThrow('ENOENT');
  });
});
