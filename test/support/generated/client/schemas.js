// Generated from schemas/ by `cms generate`, which overwrites this file.

export { CollectionInput, CollectionPatch } from './schemas/collection.js';
export { ComponentGroupInput, ComponentGroupPatch } from './schemas/component-group.js';
export { ComponentPositionInput, ComponentPositionPatch } from './schemas/component-position.js';
export { EnquiryInput, EnquiryPatch } from './schemas/enquiry.js';
export { EventDataInput, EventDataPatch } from './schemas/event-data.js';
export { FancyWidgetInput, FancyWidgetPatch } from './schemas/fancy-widget.js';
export { FormInput, FormPatch } from './schemas/form.js';
export { GuardedInput, GuardedPatch } from './schemas/guarded.js';
export { LayoutInput, LayoutPatch } from './schemas/layout.js';
export { PageInput, PagePatch } from './schemas/page.js';
export { PinnedInput, PinnedPatch } from './schemas/pinned.js';
export { RouteInput, RoutePatch } from './schemas/route.js';
export { SiteConfigParameterInput, SiteConfigParameterPatch } from './schemas/site-config-parameter.js';
export { SpecimenInput, SpecimenPatch } from './schemas/specimen.js';
export { UserInput, UserPatch } from './schemas/user.js';
export { WidgetInput, WidgetPatch } from './schemas/widget.js';
export {};
