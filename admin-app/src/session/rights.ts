import type { AdminModel } from '../api/model.js';

/** Returns whether the user has the role, according to the model. The service authorizes each request in any case. */
export const isGranted = ({ me }: AdminModel, role: string): boolean => me.granted.includes(role);

export const isAdministrator = (model: AdminModel): boolean => isGranted(model, 'ROLE_ADMIN');
export const isSuperAdministrator = (model: AdminModel): boolean => isGranted(model, 'ROLE_SUPER_ADMIN');

export const hasFeature = ({ features }: AdminModel, name: string): boolean => features.includes(name);
