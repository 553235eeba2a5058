import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
/** Resolves packages to their sources, so that tests need no build. */
const alias = [
  { find: /^cms-api-components$/, replacement: at('./runtime/index.ts') },
  { find: /^cms-api-components\/internal\/(.*)\.js$/, replacement: `${at('./runtime/')}$1.ts` },
  { find: /^cms-api-components-generator$/, replacement: at('./generator/index.ts') },
  { find: /^#create$/, replacement: at('./create/create-project.ts') },
];
/** Generous timeouts, because no test asserts a duration and machines may be slow and busy. */
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
    globalSetup: ['generate-sources.js', 'test/support/template-database.ts'],
    setupFiles: ['test/support/property-seed.ts'],
    // Otherwise the S3 client warns on every import that future versions require a newer Node.
    env: { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' },
  },
};
/**
 * The files of a worker share loaded modules, because loading the runtime takes longer than most tests. They share
 * nothing else: each file starts its own applications and databases.
 */
const sharingModules = { ...shared.test, isolate: false };

/** On database servers, only tests that send requests or migrate run again. */
const onServer = !['', 'sqlite'].includes(process.env.TEST_DATABASE ?? '');

/** Tests that take minutes, with many values, killed processes or removed features. `.ci/run` runs them too. */
const PROPERTIES = [
  'test/{http,persistence}/**/*.{property,crash}.test.ts',
  ...(onServer ? [] : ['test/unit/**/*.property.test.ts', 'test/removal/**/*.test.ts']),
];

/** Patterns of excluded test files. Vitest's own `--exclude` does not apply to projects. */
const LEFT_OUT = (process.env.TEST_LEFT_OUT ?? '').split(/\s+/).filter((pattern) => pattern !== '');

/** Tests over HTTP that start the compiled command. On database servers, they run with the other HTTP tests. */
const COMPILED = onServer
  ? []
  : ['test/http/{processes,upgrades}/**/*.test.ts', 'test/http/derived/doctor-command.test.ts'];
/** Tests that start the compiled command, servers and browsers. `.ci/run` runs them too. */
const PROCESSES = ['test/{console,create,e2e}/**/*.test.ts', ...COMPILED];

/** Projects: `http` and `properties` run on the database in TEST_DATABASE (default: sqlite). */
export default defineConfig({
  test: {
    // Files share no data, and tests often wait for the database: four of them keep two cores busy.
    maxWorkers: availableParallelism() + 2,
    // Transforming the sources takes more time than most test files, so later runs reuse the results.
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
          exclude: [...PROPERTIES, ...COMPILED, ...LEFT_OUT],
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
