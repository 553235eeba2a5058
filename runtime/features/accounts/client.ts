/** What schemas in front ends call for the types of this feature. */
export { validateUserAccount } from './model/user.js';
