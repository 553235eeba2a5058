// Generated from schemas/ by `cms generate`, which overwrites this file.

export const Collection = { name: 'Collection', path: '/component/collections' };
export const ComponentGroup = { name: 'ComponentGroup', path: '/_/component_groups' };
export const ComponentPosition = { name: 'ComponentPosition', path: '/_/component_positions' };
export const Enquiry = { name: 'Enquiry', path: '/record/enquiries' };
export const EventData = { name: 'EventData', path: '/page_data/event_datas' };
export const FancyWidget = { name: 'FancyWidget', path: '/component/fancy_widgets' };
export const Form = { name: 'Form', path: '/component/forms' };
export const Guarded = { name: 'Guarded', path: '/component/guarded' };
export const Layout = { name: 'Layout', path: '/_/layouts' };
export const Page = { name: 'Page', path: '/_/pages' };
export const Pinned = { name: 'Pinned', path: '/component/pinned' };
export const Route = { name: 'Route', path: '/_/routes' };
export const SiteConfigParameter = { name: 'SiteConfigParameter', path: '/_/site_config_parameters' };
export const Specimen = { name: 'Specimen', path: '/component/specimens' };
export const User = { name: 'User', path: '/users' };
export const Widget = { name: 'Widget', path: '/component/widgets' };
