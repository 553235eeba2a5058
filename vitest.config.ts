import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const runtime = fileURLToPath(new URL('./runtime/index.ts', import.meta.url));
const shared = {
  resolve: { alias: { 'cms-api-components': runtime } },
  test: { pool: 'forks' as const, testTimeout: 60_000, hookTimeout: 120_000 },
};

/** Projects: `http` runs on the database that TEST_DATABASE names (sqlite by default). */
export default defineConfig({
  test: {
    // Files share nothing, and much of a test is waiting for a database: no core needs to be spared.
    maxWorkers: '100%',
    projects: [
      {
        ...shared,
        test: {
          ...shared.test,
          name: 'unit',
          include: ['test/{unit,architecture,golden,console}/**/*.test.ts'],
        },
      },
      {
        ...shared,
        test: { ...shared.test, name: 'http', include: ['test/{http,persistence}/**/*.test.ts'] },
      },
      { ...shared, test: { ...shared.test, name: 'e2e', include: ['test/e2e/**/*.test.ts'] } },
    ],
  },
});
