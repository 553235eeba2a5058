/**
 * What the schemas of a generated client call: bundled for front ends into `templates/client/rules.js`, with what the
 * `client.ts` of each feature adds.
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
