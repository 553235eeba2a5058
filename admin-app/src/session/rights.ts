import type { AdminModel } from '../api/model.js';

/** Whether the service says that the caller has the role; it judges each request all the same. */
export const isGranted = ({ me }: AdminModel, role: string): boolean => me.granted.includes(role);

export const isAdministrator = (model: AdminModel): boolean => isGranted(model, 'ROLE_ADMIN');
export const isSuperAdministrator = (model: AdminModel): boolean => isGranted(model, 'ROLE_SUPER_ADMIN');

export const hasFeature = ({ features }: AdminModel, name: string): boolean => features.includes(name);
