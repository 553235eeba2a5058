/**
 * Types for tests of the runtime in addition to those of the sample site: one field of every kind, restrictions, rules
 * about callers. `schemas/` is written by hand. `UPDATE_TEST_TYPES=1 npx vitest run
 * test/unit/runtime/kernel/metadata/generated-tables.test.ts` generates `generated/` from it, and the same test checks
 * it.
 */
export { manifest as testTypes } from './generated/manifest.js';
