import {
  ABSTRACT_COMPONENT,
  ABSTRACT_PAGE_DATA,
} from 'cms-api-components/internal/kernel/contract/schema/resource.js';
import {
  COMPONENT_BASE_FIELDS,
  PAGE_DATA_BASE_FIELDS,
} from 'cms-api-components/internal/model/base-fields.js';
import { builtInResources, projectTables } from 'cms-api-components/internal/project/project-types.js';
import type { RoutedKind } from './definition.js';

const BUILT_IN = builtInResources();

/** Built-in types that relations can reference. */
export const BUILT_IN_TARGETS: ReadonlySet<string> = new Set([
  ABSTRACT_COMPONENT,
  ABSTRACT_PAGE_DATA,
  ...BUILT_IN.map(({ name }) => name),
]);

/** Built-in targets that are components. */
export const BUILT_IN_COMPONENTS: ReadonlySet<string> = new Set([
  ABSTRACT_COMPONENT,
  ...BUILT_IN.flatMap(({ kind, name }) => (kind === 'component' ? [name] : [])),
]);

/** Built-in types, whose names schema files can't use (components.md section 11.4). */
export const RESERVED_TYPES: ReadonlySet<string> = new Set([
  ...BUILT_IN_TARGETS,
  ...['PageDataMetadata', 'Migration', 'Entrypoint', 'Error', 'ConstraintViolation'],
  // These would conflict with generated file names.
  ...['Index', 'BuiltInTypes'],
]);

const TABLES = projectTables([]);

/** Tables of built-in types, and the migration journal, which no migration creates. */
export const RESERVED_TABLES: ReadonlySet<string> = new Set([...TABLES.map(({ name }) => name), 'migration']);

/** Columns of the user table without project fields. */
export const USER_COLUMNS: readonly string[] =
  TABLES.find(({ name }) => name === 'user')?.columns.map(({ name }) => name) ?? [];

/** Collection paths of built-in types. */
export const RESERVED_PATHS: ReadonlySet<string> = new Set(BUILT_IN.map(({ path }) => path));

/** Members of `Object.prototype`, such as `constructor` and `toString`. */
export const INHERITED_NAMES: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

const EMBEDDED = ['_metadata', 'prototype', ...INHERITED_NAMES];
const EVERYWHERE = ['id', ...EMBEDDED];
const OF_COMPONENTS = COMPONENT_BASE_FIELDS.map(({ name }) => name);

/** Members that the platform adds to every type of a kind, in addition to those of versions and timestamps. */
export const RESERVED_FIELDS: Readonly<Record<RoutedKind | 'embedded' | 'user', readonly string[]>> = {
  component: [...EVERYWHERE, ...OF_COMPONENTS],
  page_data: [...EVERYWHERE, ...OF_COMPONENTS, ...PAGE_DATA_BASE_FIELDS.map(({ name }) => name)],
  record: EVERYWHERE,
  embedded: EMBEDDED,
  user: [
    ...EVERYWHERE,
    ...(BUILT_IN.find(({ name }) => name === 'User')?.fields.map(({ name }) => name) ?? []),
    ...USER_COLUMNS.map((column) =>
      column.replaceAll(/_(.)/g, (_match, letter: string) => letter.toUpperCase()),
    ),
    'newEmailConfirmationToken',
  ],
};
