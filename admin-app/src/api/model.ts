/** No screen is made of anything else. */
export type * from '../../../templates/client/admin.js';
