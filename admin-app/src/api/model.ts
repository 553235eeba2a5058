/** Model of the admin: the only source of its screens. */
export type * from '../../../templates/client/admin.js';
