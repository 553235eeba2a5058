/** What schemas in front ends call for the types of this feature. */
export { validateLayout } from './model/layout.js';
export { validatePage } from './model/page.js';
export { validateRoute } from './model/route.js';
