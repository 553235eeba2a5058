// Generated from schemas/ by `cms generate`, which overwrites this file.

export { createClient } from './core.js';
export { ApiError, OutdatedError, ValidationError } from './errors.js';
export { formTreeOf } from './form.js';
export { treeOf } from './page.js';
