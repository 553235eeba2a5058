/**
 * Functions behind the schemas of a generated client. `client-rules.js` bundles them into
 * `templates/client/rules.js`, together with the `client.ts` of each feature.
 */
export * from '../kernel/validation/constraints/choices.js';
export * from '../kernel/validation/constraints/colors.js';
export * from '../kernel/validation/constraints/comparisons.js';
export * from '../kernel/validation/constraints/dates.js';
export * from '../kernel/validation/constraints/formats.js';
export * from '../kernel/validation/constraints/locales.js';
export * from '../kernel/validation/constraints/presence.js';
export * from '../kernel/validation/constraints/strings.js';
export { all, collection } from '../kernel/validation/constraints/structures.js';
export { file, image } from '../kernel/validation/constraints/files.js';
export { inputSchema, patchSchema } from './schema.js';
