// Generated from schemas/ by `cms generate`, which overwrites this file.

export { ApiError, createClient, OutdatedError, ValidationError } from './core.js';
export { formTreeOf } from './form.js';
export { treeOf } from './page.js';
