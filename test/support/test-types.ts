/**
 * Types for tests of the runtime in addition to those of the sample site: one field of every kind, restrictions, rules
 * about callers. `generate-sources.js` generates `generated/` from `schemas/` before
 * tests run.
 */
export { manifest as testTypes } from './generated/manifest.js';
