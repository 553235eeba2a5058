// Generated from schemas/ by `cms generate`, which overwrites this file.

export const Collection = { name: 'Collection', path: '/component/collections' };
export const ComponentGroup = { name: 'ComponentGroup', path: '/_/component_groups' };
export const ComponentPosition = { name: 'ComponentPosition', path: '/_/component_positions' };
export const Form = { name: 'Form', path: '/component/forms' };
export const Layout = { name: 'Layout', path: '/_/layouts' };
export const Page = { name: 'Page', path: '/_/pages' };
export const Route = { name: 'Route', path: '/_/routes' };
export const SiteConfigParameter = { name: 'SiteConfigParameter', path: '/_/site_config_parameters' };
export const Teaser = { name: 'Teaser', path: '/component/teasers', publicationField: 'releasedAt' };
export const User = { name: 'User', path: '/users' };
