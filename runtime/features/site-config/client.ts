/** What schemas in front ends call for the types of this feature. */
export { validateSiteConfigParameter } from './resource.js';
