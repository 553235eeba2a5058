/** What schemas in front ends call for the types of this feature. */
export { validateCollection } from './resource.js';
