/** Types that the platform brings along; a schema file can't take their names (components.md section 11.4). */
export const RESERVED_TYPES: ReadonlySet<string> = new Set([
  'Layout',
  'Page',
  'Route',
  'ComponentGroup',
  'ComponentPosition',
  'SiteConfigParameter',
  'PageDataMetadata',
  'User',
  'Form',
  'Collection',
  'AbstractComponent',
  'AbstractPageData',
  'Entrypoint',
  'Error',
  'ConstraintViolation',
]);

/** Built-in types that a relation may name, with the table its key refers to. */
export const BUILT_IN_TARGETS: Readonly<Record<string, string>> = {
  AbstractComponent: 'abstract_component',
  AbstractPageData: 'abstract_page_data',
  Form: 'abstract_component',
  Collection: 'abstract_component',
  Route: 'route',
  Page: 'page',
  Layout: 'layout',
  ComponentGroup: 'component_group',
  ComponentPosition: 'component_position',
  SiteConfigParameter: 'site_config_parameter',
  User: 'user',
};

/** Built-in targets that are components. */
export const BUILT_IN_COMPONENTS: ReadonlySet<string> = new Set(['AbstractComponent', 'Form', 'Collection']);

export const RESERVED_TABLES: ReadonlySet<string> = new Set([
  ...Object.values(BUILT_IN_TARGETS),
  'form',
  'collection',
  'refresh_token',
  'component_component_group',
  'layout_component_group',
  'page_component_group',
  'invalidation',
  'outbox',
]);

/** Collection paths of built-in types. */
export const RESERVED_PATHS: ReadonlySet<string> = new Set(['/component/forms', '/component/collections']);

const EVERYWHERE = ['id', '_metadata', '__proto__', 'constructor', 'prototype'];

/** Members that the platform gives to every type of a kind. */
export const RESERVED_FIELDS: Readonly<
  Record<'component' | 'page_data' | 'embedded' | 'user', readonly string[]>
> = {
  component: [...EVERYWHERE, 'componentGroups', 'componentPositions', 'uiComponent', 'uiClassNames'],
  page_data: [
    ...EVERYWHERE,
    'componentGroups',
    'componentPositions',
    'uiComponent',
    'uiClassNames',
    'title',
    'metaDescription',
    'page',
    'route',
    'parentPage',
    'parentPageData',
    'createdAt',
    'modifiedAt',
  ],
  embedded: ['_metadata', '__proto__', 'constructor', 'prototype'],
  user: [
    ...EVERYWHERE,
    'username',
    'emailAddress',
    'roles',
    'enabled',
    'password',
    'plainPassword',
    'oldPassword',
    'newEmailAddress',
    'emailAddressVerified',
    'createdAt',
    'modifiedAt',
    'newPasswordConfirmationToken',
    'passwordRequestedAt',
    'passwordUpdatedAt',
    'newEmailConfirmationToken',
    'newEmailAddressChangeRequestedAt',
    'emailAddressVerifyToken',
    'emailAddressVerificationRequestedAt',
    'emailLastUpdatedAt',
  ],
};

/** Members of page data that lists, searches and relations may name beside the own fields. */
export const BASE_MEMBERS: Readonly<Record<'component' | 'page_data', readonly string[]>> = {
  component: ['id', 'uiComponent', 'componentGroups', 'componentPositions'],
  page_data: [
    'id',
    'title',
    'metaDescription',
    'page',
    'route',
    'parentPage',
    'parentPageData',
    'createdAt',
    'modifiedAt',
  ],
};

/** Types that the relations among the base members of page data lead to. */
export const BASE_RELATIONS: Readonly<Record<string, string>> = {
  page: 'Page',
  route: 'Route',
  parentPage: 'Page',
  parentPageData: 'AbstractPageData',
};
