import { spawn } from 'node:child_process';
import { chmod, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../support/free-port.js';
import { aProject } from './a-project.js';
import { CMS, type CommandResult, resultOf } from './run-cms.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const PACKAGE = fileURLToPath(new URL('../../', import.meta.url));
/** Permissions do not restrict root, so commands run as an account that owns nothing. */
const STRANGER = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/** Configuration as code, which needs a package of the project and its own location. */
const CONFIG = `import { defineConfig } from 'cms-api-components';
import { shout } from 'shouting';
import { whisper } from '@quiet/words/soft.js';

const isNamed: boolean = shout('a') === 'A!' && whisper('A') === 'a';
if (!isNamed) throw new Error('the packages of the project are others');
if (!import.meta.url.startsWith('file:')) throw new Error('modules have no address');

export default defineConfig({
  website_name: 'Site',
  mercure: false,
  filesystems: { public: { driver: 'local', public_url: '/uploads' } },
  image_filters: { thumbnail: { width: 400 }, large: { width: 1600 } },
  user: { class_name: 'User' },
  publishable: { permission: "is_granted('ROLE_ADMIN')" },
  refresh_token: { cookie_name: 'session', ttl: 3600 },
});
`;

const FAILING_SCAFFOLD = `import { defineScaffold } from 'cms-api-components';

interface Nothing {}

export default defineScaffold((_: Nothing) => {
  throw new Error('the pages are not written yet');
});
`;

interface Site {
  readonly root: string;
  /** The only folder except the one for temporary files in which the commands can write. */
  readonly outside: string;
  run(...args: readonly string[]): Promise<CommandResult>;
  start(...args: readonly string[]): ReturnType<typeof spawn>;
}

/** A generated project as in an image: its folder is read-only, and nothing is transpiled. */
async function aReadOnlySite(
  env: Readonly<Record<string, string>> = {},
  files: Readonly<Record<string, string>> = {},
): Promise<Site> {
  const folder = await temporaryFolder();
  const [root, outside] = [join(folder, 'site'), join(folder, 'outside')];
  await mkdir(root);
  await aProject('generated', root);
  await addPackages(root);
  await rm(join(root, 'cms.config.json'));
  for (const [path, text] of Object.entries({ 'cms.config.ts': CONFIG, ...files }))
    await writeFile(join(root, path), text);
  // Images do not contain secrets.
  for (const written of ['.cms', 'var', '.env'])
    await rm(join(root, written), { recursive: true, force: true });
  for (const open of [folder, outside]) {
    await mkdir(open, { recursive: true });
    await chmod(open, 0o777);
  }
  await chmod(root, 0o555);
  onTestFinished(() => chmod(root, 0o755));
  const start = (...args: readonly string[]) =>
    spawn(process.execPath, [CMS, ...args], {
      ...STRANGER,
      cwd: root,
      env: {
        ...process.env,
        NODE_ENV: 'development',
        HOME: outside,
        TMPDIR: outside,
        CMS_DATA_DIR: join(outside, 'data'),
        ...env,
      },
    });
  return { root, outside, start, run: (...args) => resultOf(start(...args)) };
}

/** Imitates `npm install` with this package, and two packages that the configuration imports. */
async function addPackages(root: string): Promise<void> {
  const modules = join(root, 'node_modules');
  await mkdir(join(modules, 'shouting'), { recursive: true });
  await mkdir(join(modules, '@quiet/words'), { recursive: true });
  await symlink(PACKAGE, join(modules, 'cms-api-components'));
  // Only the resolution of Node finds this file.
  const exports = { '.': { import: './own.js', require: './no.cjs' } };
  await writeFile(
    join(modules, 'shouting/package.json'),
    JSON.stringify({ name: 'shouting', type: 'module', exports }),
  );
  await writeFile(
    join(modules, 'shouting/own.js'),
    "import { whisper } from '@quiet/words/soft.js';\nexport const shout = (text) => `${whisper(text).toUpperCase()}!`;\n",
  );
  await writeFile(join(modules, '@quiet/words/package.json'), '{ "type": "module" }');
  await writeFile(
    join(modules, '@quiet/words/soft.js'),
    'export const whisper = (text) => text.toLowerCase();\n',
  );
}

const healthOf = (port: number): Promise<number> =>
  fetch(`http://127.0.0.1:${port}/api/_/health`).then(
    ({ status }) => status,
    () => 0,
  );

describe('a read-only project folder', () => {
  test.each([
    ['with a folder for temporary files', {}],
    ['without a folder for temporary files', { TMPDIR: '/proc' }],
  ])('is enough for every command that does not change its files, %s', async (_, env) => {
    const site = await aReadOnlySite(env);
    const commands = [
      ['migrate:status'],
      ['migrate:run'],
      ['scaffold:load'],
      ['user:create', 'ada', 'ada@example.com', 'a long password'],
      ['jobs'],
      ['outbox'],
      ['scan-orphaned'],
      ['doctor'],
      ['generate', '--check'],
    ];
    for (const command of commands) {
      const { code, stderr } = await site.run(...command);
      expect(code, `${command.join(' ')}: ${stderr}`).toBe(0);
    }

    const port = await freePort();
    const child = site.start('serve', '--port', String(port));
    onTestFinished(() => void child.kill('SIGKILL'));
    await expect.poll(() => healthOf(port)).toBe(200);
    child.kill('SIGTERM');
    expect(await resultOf(child)).toMatchObject({ code: 0 });
    expect(await readdir(site.root)).not.toContain('.cms');
    expect(await readdir(site.outside)).toEqual(['data']);
  });

  test('makes the service request another folder for its data', async () => {
    const site = await aReadOnlySite({ CMS_DATA_DIR: 'var', DATABASE_URL: 'sqlite:../outside/site.sqlite' });
    expect(await site.run('migrate:run')).toMatchObject({ code: 0 });
    const { code, stderr } = await site.run('serve');
    expect(code).toBe(1);
    expect(stderr).toContain('Set CMS_DATA_DIR');
  });

  test('reports an error in the code of the project with its line', async () => {
    const site = await aReadOnlySite({}, { 'scaffold.ts': FAILING_SCAFFOLD });
    expect(await site.run('migrate:run')).toMatchObject({ code: 0 });
    const { code, stderr } = await site.run('scaffold:load');
    expect(code).toBe(1);
    expect(stderr).toContain('scaffold.ts:6:9: the pages are not written yet');
  });

  test('reports a missing package, unless the importing file handles that', async () => {
    const prepared = `import { defineScaffold } from 'cms-api-components';
const extra = await import('not-there/at-all').catch(({ code }: { code: string }) => code);
if (extra !== 'ERR_MODULE_NOT_FOUND') throw new Error(String(extra));
export default defineScaffold(() => Promise.resolve());
`;
    const needing = "import '@not/there';\nexport default {};\n";
    const site = await aReadOnlySite({}, { 'prepared.ts': prepared, 'needing.ts': needing });
    expect(await site.run('migrate:run')).toMatchObject({ code: 0 });
    const answers = [
      await site.run('scaffold:load', 'prepared.ts'),
      await site.run('scaffold:load', 'needing.ts'),
    ];
    expect(answers.map(({ code }) => code)).toEqual([0, 1]);
    expect(answers[1]?.stderr).toContain(
      'needing.ts imports the package "@not/there", which is not installed.',
    );
  });
});
