/** Schema validation functions for front ends, for the types of this feature. */
export { validateUserAccount } from './model/user.js';
