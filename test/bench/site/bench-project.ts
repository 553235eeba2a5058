import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { generate } from 'cms-api-components-generator';
import { openApplication, type Application } from 'cms-api-components/internal/console/open-application.js';
import { openMigrator, openProject } from 'cms-api-components/internal/console/open-project.js';
import type { JsonObject } from 'cms-api-components/internal/kernel/contract/json.js';
import { packageRoot } from 'cms-api-components/internal/kernel/util/packages/package-root.js';
import { createTestDatabase, testDatabaseName } from '../../support/database.js';
import { rebuildDerived } from '../content/derived.js';
import { BENCH_SCAFFOLD } from './bench-scaffold.js';
import { ACCOUNTS } from 'cms-api-components/internal/features/accounts/public-api.js';

/** The types of the sample site in a separate folder, generated, migrated and filled. */
export interface BenchProject extends ProjectOfBench {
  readonly databaseName: 'postgres' | 'sqlite';
}

/** The same on any database. */
export interface ProjectOfBench {
  readonly root: string;
  /** Environment of every process of the project. */
  readonly env: NodeJS.ProcessEnv;
  readonly tablePrefix: string;
  readonly admin: { readonly username: string; readonly password: string };
  remove(): Promise<void>;
}

const ADMIN = { username: 'bench', password: 'bench and nothing else' };

/** Content of a project that replaces the types and pages of the sample site. */
export interface BenchProjectOptions {
  /** Adds schema files to those of the sample site. */
  readonly addTypes?: (root: string) => Promise<void>;
  readonly fill?: (application: Application) => Promise<unknown>;
  /** Members of its configuration that override those of the sample site. */
  readonly config?: JsonObject;
  readonly env?: Readonly<Record<string, string>>;
  /** Whether responses are cached in memory. Default: false. */
  readonly keepsAnswers?: true;
  /** Whether the embedded hub is enabled and receives changes. */
  readonly hasHub?: true;
}

/** PostgreSQL if `TEST_POSTGRES_URL` is set, otherwise a file. */
export async function createBenchProject(options: BenchProjectOptions = {}): Promise<BenchProject> {
  process.env.TEST_DATABASE ??= process.env.TEST_POSTGRES_URL === undefined ? 'sqlite' : 'postgres';
  const databaseName = testDatabaseName();
  if (databaseName === 'mariadb' || databaseName === 'mysql')
    throw new Error('The benchmarks run on PostgreSQL and SQLite.');
  return { ...(await createProjectOfBench(options)), databaseName };
}

/** Creates it in a database of the server that `TEST_DATABASE` names. */
export async function createProjectOfBench(options: BenchProjectOptions): Promise<ProjectOfBench> {
  const root = await mkdtemp(join(tmpdir(), 'cms-bench-'));
  const database = await createTestDatabase();
  const variables = {
    DATABASE_URL: database.url,
    CMS_DATA_DIR: join(root, 'var'),
    MAILER_DSN: 'null:',
    BENCH_PROJECT: root,
    ...options.env,
  };
  const remove = async (): Promise<void> => {
    await database.drop();
    await rm(root, { recursive: true, force: true });
  };
  try {
    await copySample(root, options);
    const tablePrefix = await fill(root, variables, options);
    return { root, env: { ...process.env, ...variables }, tablePrefix, admin: ADMIN, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function copySample(root: string, options: BenchProjectOptions): Promise<void> {
  const { addTypes, keepsAnswers, hasHub, config } = options;
  const repository = dirname(packageRoot());
  await mkdir(join(root, 'var'));
  await cp(join(repository, 'schemas'), join(root, 'schemas'), { recursive: true });
  const sample = JSON.parse(await readFile(join(repository, 'cms.config.json'), 'utf8')) as JsonObject;
  const withoutHub = hasHub === undefined ? { mercure: false } : {};
  const kept = keepsAnswers === undefined ? { response_cache: { max_bytes: 0 } } : {};
  await writeFile(
    join(root, 'cms.config.json'),
    JSON.stringify({ ...sample, ...withoutHub, http_cache: kept, ...config }),
  );
  await addTypes?.(root);
  await generate({ projectRoot: root });
}

/** Returns the prefix of its tables. */
async function fill(
  root: string,
  overrides: Readonly<Record<string, string>>,
  { fill: fillIn = (application) => application.loadScaffold(BENCH_SCAFFOLD) }: BenchProjectOptions,
): Promise<string> {
  const opened = await openProject({ root, overrides: { ...overrides, LOG_LEVEL: 'error' } });
  await (await openMigrator(opened)).run();
  const application = await openApplication(opened);
  try {
    await fillIn(application);
    await application.app.get(ACCOUNTS).createAccount({
      ...ADMIN,
      emailAddress: 'bench@example.com',
      role: 'ROLE_ADMIN',
      enabled: true,
      overwrite: false,
    });
  } finally {
    await application.close();
  }
  await rebuildDerived(() => openApplication(opened));
  return opened.config.tablePrefix;
}
