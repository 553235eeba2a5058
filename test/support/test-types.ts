import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { GenerateOptions } from '../../generator/index.js';

/**
 * The types that the tests of the runtime use beside the sample site's: one field of every kind, restrictions, rules
 * about callers. `schemas/` is written by hand, `generated/` by `npx vitest run test/unit/runtime/test-types.test.ts` with
 * `UPDATE_TEST_TYPES=1`.
 */
export const TEST_TYPES: GenerateOptions = {
  projectRoot: dirname(fileURLToPath(import.meta.url)),
  keepMigrationOpen: true,
};

/** Where the generated code of {@link TEST_TYPES} is, as `startTestApp` takes it. */
export { manifest as testTypes } from './generated/manifest.js';
