import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { speaksMysql } from '../../support/database.js';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openMigrationConnection } from '../../../runtime/adapters/persistence/migrations/index.js';
import { type CommandResult, runCms } from '../../console/run-cms.js';
import { anInstalledProject, startSite } from '../../console/running-site.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

const FEATURE = fileURLToPath(new URL('../../support/features/route-lengths.ts', import.meta.url));
const CONFIG = `import { defineConfig } from 'cms-api-components';
import { routeLengths } from './route-lengths.js';
import settings from './settings.json';

export default defineConfig({ ...settings, features: [routeLengths()] });
`;
const SCAFFOLD = `import { defineScaffold } from 'cms-api-components';

export default defineScaffold((site) => {
  site.layout('main', 'Primary');
  site.page('one', 'Primary', 'main', { route: '/one' });
  site.page('four', 'Primary', 'main', { route: '/four' });
});
`;

let database: TestDatabase;
let folder = '';
let project = '';

const cms = (...args: readonly string[]): Promise<CommandResult> =>
  runCms(args, { cwd: project, env: { DATABASE_URL: database.url } });

/** Runs SQL with table names in braces. */
async function run(sql: string): Promise<void> {
  const { table_prefix: prefix = '_acb_' } = JSON.parse(
    await readFile(join(project, 'settings.json'), 'utf8'),
  ) as { table_prefix?: string };
  const connection = await openMigrationConnection(database.url);
  await connection.query(sql.replaceAll(/\{(\w+)\}/g, `${prefix}$1`));
  await connection.close();
}

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'cms-doctor-'));
  project = await anInstalledProject('initialised', folder);
  await cp(FEATURE, join(project, 'route-lengths.ts'));
  await cp(join(project, 'cms.config.json'), join(project, 'settings.json'));
  await rm(join(project, 'cms.config.json'));
  await writeFile(join(project, 'cms.config.ts'), CONFIG);
  await writeFile(join(project, 'scaffold.ts'), SCAFFOLD);
  expect(await cms('generate')).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await database.drop();
});

// The command runs the same on other servers as on PostgreSQL; starting processes is slow.
describe.skipIf(speaksMysql())('cms doctor', () => {
  test('first requires pending migrations to be applied', async () => {
    const { code, stdout, stderr } = await cms('doctor');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('Run `cms migrate:run`');
    expect(await cms('scaffold:load')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Run `cms migrate:run`'),
    });
  });

  test('creates what a migrated database is missing only with --repair', async () => {
    expect(await cms('migrate:run')).toMatchObject({ code: 0 });
    const lacking = '  the rows have not been built since the last migration\n';
    expect(await cms('doctor')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(
        `route-lengths: not built yet\n${lacking}  The next start of the service builds these rows. Run \`cms doctor --repair\` to build them now.\n`,
      ),
    });
    expect(await cms('doctor', '--repair')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`route-lengths: repaired these differences\n${lacking}`),
    });
  });

  test('finds nothing after loading a scaffold, which first creates missing rows', async () => {
    await run("delete from {derived_state} where name = 'route-lengths'");
    expect(await cms('scaffold:load')).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(
        /^rebuilt derived rows derived=route-lengths version=1 milliseconds=\d+$/m,
      ),
    });
    const { code, stdout, stderr } = await cms('doctor');
    // On a slow machine the command reports its progress; it prints nothing else.
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^(?:[a-z-]+ \.\.\.\n)*$/) });
    expect(stdout).toContain('route-lengths: ok\n');
    expect(stdout).toContain('stored-files: ok\nfile-info: ok\n');
    expect(stdout).not.toContain('differs');
  });

  test('finds and repairs drift while the site is served', async () => {
    const site = await startSiteOf(project);
    onTestFinished(async () => void (await site.stop()));
    await run('update {route_length} set characters = 99');
    const found = await cms('doctor');
    expect(found.code).toBe(1);
    expect(found.stdout).toMatch(
      /^route-lengths: differs\n( {2}route [0-9a-f-]{36}: 99 is stored, [45] is right\n){2} {2}Run `cms doctor --repair`/m,
    );
    const cut = await cms('doctor', '--limit', '1');
    expect(cut.stdout).toMatch(/^route-lengths: differs\n {2}route .*\n {2}and more\n {2}Run /m);

    const json = await cms('doctor', '--json', '--limit', '1');
    expect(json.code).toBe(1);
    const answer = JSON.parse(json.stdout) as { isWell: boolean; results: readonly { name: string }[] };
    expect(answer.isWell).toBe(false);
    expect(answer.results.find(({ name }) => name === 'route-lengths')).toMatchObject({
      status: 'differs',
      differences: [expect.stringContaining('99 is stored')],
      hasMore: true,
      advice: expect.stringContaining('cms doctor --repair'),
    });

    expect(await cms('doctor', '--repair')).toMatchObject({ code: 0 });
    expect(await cms('doctor')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('route-lengths: ok\n'),
    });
    expect((await fetch(`${site.url}/_/routes//one`)).status).toBe(200);
  });

  test('explains its exit codes with --help', async () => {
    const { stdout } = await cms('doctor', '--help');
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'Exits with 0 if everything is consistent or was repaired, and with 1 otherwise. Rows that the next start of the service builds are not inconsistencies.',
    );
  });

  test('rejects a limit of zero', async () => {
    expect(await cms('doctor', '--limit', '0')).toMatchObject({ code: 2, stdout: '' });
  });
});

const startSiteOf = (cwd: string) => startSite('serve', { cwd, env: { DATABASE_URL: database.url } });
