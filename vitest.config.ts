import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const runtime = fileURLToPath(new URL('./runtime/index.ts', import.meta.url));
/** Nobody asserts a duration: what waits for something gives up only when a slow, busy machine would have done it too. */
const PATIENT = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  teardownTimeout: 60_000,
  expect: { poll: { timeout: 120_000 } },
};
const shared = {
  resolve: { alias: { 'cms-api-components': runtime } },
  test: { ...PATIENT, pool: 'forks' as const, setupFiles: ['test/support/property-seed.ts'] },
};
/**
 * The files of a worker share the loaded modules, as the requests of a server do, and nothing else: every file starts
 * applications and databases of its own. Loading the runtime anew for each takes longer than most of their tests.
 */
const sharingModules = { ...shared.test, isolate: false };

/** Projects: `http` runs on the database that TEST_DATABASE names (sqlite by default). */
export default defineConfig({
  test: {
    // Files share no data, and much of a test is waiting for a database: two cores are busy with four of them.
    maxWorkers: availableParallelism() + 2,
    projects: [
      {
        ...shared,
        test: {
          ...sharingModules,
          name: 'unit',
          include: ['test/{unit,architecture,golden,console}/**/*.test.ts'],
        },
      },
      {
        ...shared,
        test: { ...sharingModules, name: 'http', include: ['test/{http,persistence}/**/*.test.ts'] },
      },
      {
        ...shared,
        test: { ...shared.test, name: 'e2e', include: ['test/e2e/**/*.test.ts'], testTimeout: 900_000 },
      },
    ],
  },
});
