/**
 * The types that the tests of the runtime use beside the sample site's: one field of every kind, restrictions, rules
 * about callers. `schemas/` is written by hand, `generated/` is made from it by
 * `UPDATE_TEST_TYPES=1 npx vitest run test/unit/runtime/kernel/metadata/generated-tables.test.ts`, which also checks it.
 */
export { manifest as testTypes } from './generated/manifest.js';
