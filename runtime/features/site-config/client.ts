/** Validators that front ends use with the schemas of this feature. */
export { validateSiteConfigParameter } from './resource.js';
