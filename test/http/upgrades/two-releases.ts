import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { CMS, type CommandResult, runCms } from '../../console/run-cms.js';
import { installPackage, type RunningSite, startSite } from '../../console/running-site.js';
import { createTestDatabase } from '../../support/database.js';
import { type RoundRobin, startRoundRobin } from '../../support/round-robin.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { type ProcessHub, startProcessHub } from '../processes/process-hub.js';

const ARCHIVE = fileURLToPath(new URL('release-before.tgz', import.meta.url));
const PACKAGES = fileURLToPath(new URL('../../../node_modules', import.meta.url));

/** A type that the project has since this release. */
const BANNER = {
  title: 'Banner',
  type: 'object',
  'x-resource': 'component',
  'x-mercure': true,
  properties: { text: { type: ['string', 'null'] } },
};

/** One release, installed with a project. */
export interface Release {
  /** Folder of the project. */
  readonly project: string;
  /**
   * Runs a command of this release.
   * @throws Error with its output if it fails
   */
  run(...words: string[]): Promise<CommandResult>;
  /** Serves until it exits or the test ends it. */
  serve(): Promise<RunningSite>;
}

/** Two releases of one project, with one database, one hub and the same files. */
export interface TwoReleases {
  readonly before: Release;
  /**
   * Installs this release next to the running previous one, and generates with it. The project also gets a
   * new type, `Banner`.
   */
  install(): Promise<Release>;
  /** Proxy in front of the releases. */
  readonly proxy: RoundRobin;
  readonly hub: ProcessHub;
  /** Folder of sent mails. */
  readonly mails: string;
}

/** Creates a company site with the previous release, filled and generated. Everything ends with the test. */
export async function openTwoReleases(): Promise<TwoReleases> {
  const folder = await temporaryFolder();
  const [database, hub, proxy] = [
    await createTestDatabase(),
    await startProcessHub(),
    await startRoundRobin(),
  ];
  onTestFinished(async () => {
    await proxy.close();
    await hub.close();
    await database.drop();
  });
  const [files, mails] = [join(folder, 'var'), join(folder, 'mails')];
  const env = {
    ...hub.env,
    DATABASE_URL: database.url,
    PUBLIC_URL: proxy.origin,
    TRUSTED_PROXIES: 'loopback',
    CMS_DATA_DIR: files,
    MAILER_DSN: `file:${mails}`,
    LOG_LEVEL: 'warn',
  };
  const cms = join(await unpack(join(folder, 'before')), 'cms-api-components/cms.js');
  const before = createRelease({ project: join(folder, 'before/site'), cms, env });
  await runCms(['init', before.project, '--content', 'company'], { cwd: folder, cms });
  await configure(before.project, { claims: hub.claims, uploads: join(files, 'uploads') });
  for (const command of ['generate', 'migrate:run', 'scaffold:load']) await before.run(command);
  return {
    before,
    proxy,
    hub,
    mails,
    async install() {
      const after = createRelease({ project: join(folder, 'after'), cms: CMS, env });
      await cp(before.project, after.project, { recursive: true });
      await rm(join(after.project, '.cms'), { recursive: true });
      await installPackage(after.project);
      await writeFile(join(after.project, 'schemas/Banner.json'), JSON.stringify(BANNER));
      await after.run('generate');
      return after;
    },
  };
}

/**
 * Installs the previous release: its own packages, and those of this repository that it needs. Returns their
 * folder.
 */
async function unpack(folder: string): Promise<string> {
  await mkdir(folder);
  await promisify(execFile)('tar', ['-xzf', ARCHIVE, '-C', folder]);
  const packages = join(folder, 'node_modules');
  const own = new Set(await readdir(packages));
  for (const name of await readdir(PACKAGES))
    if (!own.has(name)) await symlink(join(PACKAGES, name), join(packages, name));
  return packages;
}

function createRelease({
  project,
  ...options
}: {
  readonly project: string;
  readonly cms: string;
  readonly env: Readonly<Record<string, string>>;
}): Release {
  return {
    project,
    async run(...words) {
      const result = await runCms(words, { cwd: project, ...options });
      if (result.code !== 0)
        throw new Error(`cms ${words.join(' ')} failed:\n${result.stdout}${result.stderr}`);
      return result;
    },
    async serve() {
      const site = await startSite('serve', { cwd: project, ...options });
      onTestFinished(() => site.signal('SIGKILL'));
      return site;
    },
  };
}

async function configure(
  project: string,
  { claims, uploads }: { readonly claims: object; readonly uploads: string },
): Promise<void> {
  const file = join(project, 'cms.config.json');
  const config = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  const changed = {
    ...config,
    instances: 2,
    mercure: { jwt: claims },
    // Sessions continue in another process than the one that began them, with its token.
    jwt: { token_ttl: 1 },
    filesystems: { public: { driver: 'local', root: uploads, public_url: '/uploads' } },
  };
  await writeFile(file, JSON.stringify(changed));
}
