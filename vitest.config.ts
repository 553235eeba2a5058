import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
/** Tests run the sources: nothing needs to be compiled for them. */
const alias = [
  { find: /^cms-api-components$/, replacement: at('./runtime/index.ts') },
  { find: /^cms-api-components\/internal\/(.*)\.js$/, replacement: `${at('./runtime/')}$1.ts` },
  { find: /^cms-api-components-generator$/, replacement: at('./generator/index.ts') },
  { find: /^#create$/, replacement: at('./create/create-project.ts') },
];
/** Nobody asserts a duration: what waits for something gives up only when a slow, busy machine would have done it too. */
const PATIENT = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  teardownTimeout: 60_000,
  expect: { poll: { timeout: 120_000 } },
};
const shared = {
  resolve: { alias },
  test: {
    ...PATIENT,
    pool: 'forks' as const,
    globalSetup: ['test/support/template-database.ts'],
    setupFiles: ['test/support/property-seed.ts'],
    // It says on every import of the S3 client that versions to come need a newer Node than the oldest one we support.
    env: { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' },
  },
};
/**
 * The files of a worker share the loaded modules, as the requests of a server do, and nothing else: every file starts
 * applications and databases of its own. Loading the runtime anew for each takes longer than most of their tests.
 */
const sharingModules = { ...shared.test, isolate: false };

/** Of a server, only what sends requests or migrates is tried again. */
const onServer = !['', 'sqlite'].includes(process.env.TEST_DATABASE ?? '');

/**
 * What takes minutes: it tries many values, kills processes at many moments, or compiles without a feature. `.ci/run` runs it
 * too.
 */
const PROPERTIES = [
  'test/{http,persistence}/**/*.{property,crash}.test.ts',
  ...(onServer ? [] : ['test/unit/**/*.property.test.ts', 'test/removal/**/*.test.ts']),
];

/** Patterns of test files that a run leaves out. Vitest's own `--exclude` does not reach projects. */
const LEFT_OUT = (process.env.TEST_LEFT_OUT ?? '').split(/\s+/).filter((pattern) => pattern !== '');

/** What starts the compiled command, servers of its own and browsers, as a user does. `.ci/run` runs it too. */
const PROCESSES = ['test/{console,create,e2e}/**/*.test.ts'];

/** Projects: `http` and `properties` run on the database that TEST_DATABASE names (sqlite by default). */
export default defineConfig({
  test: {
    // Files share no data, and much of a test is waiting for a database: two cores are busy with four of them.
    maxWorkers: availableParallelism() + 2,
    // Transforming the sources costs more processor time than most files of tests: each run reuses what earlier ones transformed.
    experimental: { fsModuleCache: true },
    projects: [
      {
        ...shared,
        test: {
          ...sharingModules,
          name: 'unit',
          include: ['test/{unit,architecture,golden,docs}/**/*.test.ts'],
          exclude: PROPERTIES,
        },
      },
      {
        ...shared,
        test: {
          ...sharingModules,
          name: 'http',
          include: ['test/{http,persistence}/**/*.test.ts'],
          exclude: [...PROPERTIES, ...LEFT_OUT],
        },
      },
      { ...shared, test: { ...sharingModules, name: 'properties', include: PROPERTIES, exclude: LEFT_OUT } },
      {
        ...shared,
        test: { ...sharingModules, name: 'e2e', include: PROCESSES, exclude: LEFT_OUT, testTimeout: 900_000 },
      },
      {
        ...shared,
        test: {
          ...sharingModules,
          name: 'nightly',
          include: ['test/nightly/**/*.test.ts'],
          testTimeout: 900_000,
        },
      },
    ],
  },
});
