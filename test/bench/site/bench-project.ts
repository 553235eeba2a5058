import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from '../../../generator/index.js';
import { openApplication } from '../../../runtime/adapters/console/open-application.js';
import { openMigrator, openProject } from '../../../runtime/adapters/console/open-project.js';
import { packageRoot } from '../../../runtime/project/package-root.js';
import { createTestDatabase, testDatabaseName } from '../../support/database.js';
import { BENCH_SCAFFOLD } from './bench-scaffold.js';

/** The sample site's types in a folder of their own, generated, migrated and filled. */
export interface BenchProject {
  readonly root: string;
  readonly databaseName: 'postgres' | 'sqlite';
  /** Environment of every process that works on it. */
  readonly env: NodeJS.ProcessEnv;
  readonly admin: { readonly username: string; readonly password: string };
  remove(): Promise<void>;
}

const ADMIN = { username: 'bench', password: 'bench and nothing else' };

/** PostgreSQL when `TEST_POSTGRES_URL` is set, a file otherwise. */
export async function createBenchProject(): Promise<BenchProject> {
  process.env.TEST_DATABASE ??= process.env.TEST_POSTGRES_URL === undefined ? 'sqlite' : 'postgres';
  const databaseName = testDatabaseName();
  if (databaseName === 'mariadb') throw new Error('The benchmarks run on PostgreSQL and SQLite.');
  const root = await mkdtemp(join(tmpdir(), 'cms-bench-'));
  const database = await createTestDatabase();
  const variables = {
    DATABASE_URL: database.url,
    CMS_DATA_DIR: join(root, 'var'),
    MAILER_DSN: 'null:',
    BENCH_PROJECT: root,
  };
  const remove = async (): Promise<void> => {
    await database.drop();
    await rm(root, { recursive: true, force: true });
  };
  try {
    await copySample(root);
    await fill(root, variables);
  } catch (error) {
    await remove();
    throw error;
  }
  return { root, databaseName, env: { ...process.env, ...variables }, admin: ADMIN, remove };
}

async function copySample(root: string): Promise<void> {
  const repository = packageRoot();
  await mkdir(join(root, 'var'));
  await cp(join(repository, 'schemas'), join(root, 'schemas'), { recursive: true });
  await cp(join(repository, 'cms.config.json'), join(root, 'cms.config.json'));
  await generate({ projectRoot: root });
}

async function fill(root: string, overrides: Readonly<Record<string, string>>): Promise<void> {
  const opened = await openProject({ root, overrides: { ...overrides, LOG_LEVEL: 'warn' } });
  await (await openMigrator(opened)).run();
  const application = await openApplication(opened);
  try {
    await application.loadScaffold(BENCH_SCAFFOLD);
    await application.app.accounts.createAccount({
      ...ADMIN,
      emailAddress: 'bench@example.com',
      role: 'ROLE_ADMIN',
      enabled: true,
      overwrite: false,
    });
  } finally {
    await application.close();
  }
}
