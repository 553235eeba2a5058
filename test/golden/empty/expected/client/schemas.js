// Generated from schemas/ by `cms generate`, which overwrites this file.

export { CollectionInput, CollectionPatch } from './schemas/collection.js';
export { ComponentGroupInput, ComponentGroupPatch } from './schemas/component-group.js';
export { ComponentPositionInput, ComponentPositionPatch } from './schemas/component-position.js';
export { FormInput, FormPatch } from './schemas/form.js';
export { LayoutInput, LayoutPatch } from './schemas/layout.js';
export { PageInput, PagePatch } from './schemas/page.js';
export { RouteInput, RoutePatch } from './schemas/route.js';
export { SiteConfigParameterInput, SiteConfigParameterPatch } from './schemas/site-config-parameter.js';
export { UserInput, UserPatch } from './schemas/user.js';
export {};
