import type { RoutedKind } from './definition.js';
import { projectTables } from '../../runtime/project/project-types.js';

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
  'Migration',
  'Entrypoint',
  'Error',
  'ConstraintViolation',
  // They would take the names of generated files.
  'Index',
  'BuiltInTypes',
]);

/** Built-in types that a relation may name. */
export const BUILT_IN_TARGETS: ReadonlySet<string> = new Set([
  'AbstractComponent',
  'AbstractPageData',
  'Form',
  'Collection',
  'Route',
  'Page',
  'Layout',
  'ComponentGroup',
  'ComponentPosition',
  'SiteConfigParameter',
  'User',
]);

/** Built-in targets that are components. */
export const BUILT_IN_COMPONENTS: ReadonlySet<string> = new Set(['AbstractComponent', 'Form', 'Collection']);

/** Tables of the built-in types, and the journal of the migrations, which no migration makes. */
export const RESERVED_TABLES: ReadonlySet<string> = new Set([
  ...projectTables([]).map(({ name }) => name),
  'migration',
]);

/** Collection paths of built-in types. */
export const RESERVED_PATHS: ReadonlySet<string> = new Set(['/component/forms', '/component/collections']);

/** Members that every object of JavaScript has already, such as `constructor` and `toString`. */
export const INHERITED_NAMES: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

const EVERYWHERE = ['id', '_metadata', 'prototype', ...INHERITED_NAMES];

/** Members that the platform gives to every type of a kind. */
export const RESERVED_FIELDS: Readonly<Record<RoutedKind | 'embedded' | 'user', readonly string[]>> = {
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
    'isReachableWithoutRoute',
    'parentPage',
    'parentPageData',
    'createdAt',
    'modifiedAt',
  ],
  record: EVERYWHERE,
  embedded: ['_metadata', 'prototype', ...INHERITED_NAMES],
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

/** Members of a kind that lists, searches and relations may name beside the own fields. */
export const BASE_MEMBERS: Readonly<Record<RoutedKind, readonly string[]>> = {
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
  record: ['id'],
};

/** Types that the relations among the base members of page data lead to. */
export const BASE_RELATIONS: Readonly<Record<string, string>> = {
  page: 'Page',
  route: 'Route',
  parentPage: 'Page',
  parentPageData: 'AbstractPageData',
};
