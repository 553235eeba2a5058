/** Schema validation functions for front ends, for the types of this feature. */
export { validateCollection } from './resource.js';
