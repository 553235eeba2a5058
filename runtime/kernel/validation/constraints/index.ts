/** Functions of all constraints in the catalogue, called by generated and built-in `validate` functions. */
export * from './callbacks.js';
export * from './choices.js';
export * from './colors.js';
export * from './comparisons.js';
export * from './dates.js';
export * from './formats.js';
export * from './locales.js';
export * from './presence.js';
export * from './strings.js';
export * from './structures.js';
export type { Check, RuleOptions } from './report.js';
