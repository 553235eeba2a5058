/** Validators that front ends use with the schemas of this feature. */
export { validateLayout } from './model/layout.js';
export { validatePage } from './model/page.js';
export { validateRoute } from './model/route.js';
