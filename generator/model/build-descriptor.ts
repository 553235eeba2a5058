import type {
  FieldDescriptor,
  OperationName,
  OrderDescriptor,
  PublishableDescriptor,
  SecurityDescriptor,
  UniqueDescriptor,
} from 'cms-api-components/internal/kernel/contract/schema/resource.js';
import {
  applicableOperations,
  DEFAULT_PAGINATION,
} from 'cms-api-components/internal/kernel/contract/schema/complete-descriptor.js';
import type { DocumentedDescriptor } from 'cms-api-components/internal/openapi/documented-resource.js';
import type { ResourceDefinition, RoutedKind } from '../schema/definition.js';
import { type DeclaredType, segmentOf } from '../schema/schema-set.js';
import { pluralName } from '../text/naming.js';
import type { ConstraintModel, FieldModel, ResourceModel } from './types.js';

type RoutedDefinition = ResourceDefinition & { readonly 'x-resource': RoutedKind };

/** Returns the parts of a descriptor that don't depend on fields, with the defaults of components.md section 11.1. */
export function buildDescriptorModel(
  definition: RoutedDefinition,
  declared: DeclaredType,
  { fields: models, constraints }: Pick<ResourceModel, 'fields' | 'constraints'>,
): DocumentedDescriptor {
  const fields = models.map(({ descriptor }) => descriptor);
  const kind = definition['x-resource'];
  const shorthand = (keyword: 'x-searchable' | 'x-sortable') =>
    [...declared.fields].filter(([, field]) => field[keyword] === true).map(([name]) => name);
  const isPageData = kind === 'page_data';
  return {
    name: definition.title,
    kind,
    classIdentifier: definition['x-class']?.replace(/^\\/, '') ?? definition.title,
    ...(definition.description === undefined ? {} : { description: definition.description }),
    path: `/${kind}/${segmentOf(definition)}`,
    table: declared.table,
    operations: operationsOf(definition, fields),
    ...behavioursOf(definition),
    positionRestricted: definition['x-position-restricted'] ?? false,
    ...extensionsOf(definition),
    security: kind === 'record' ? recordSecurity(definition) : securityOf(definition['x-security']),
    pagination: { ...DEFAULT_PAGINATION, ...definition['x-pagination'] },
    order: orderOf(definition),
    orderFields: merge(
      definition['x-order-fields'] ?? (isPageData ? ['title', 'createdAt'] : []),
      shorthand('x-sortable'),
    ),
    searchFields: merge(definition['x-search'] ?? (isPageData ? ['title'] : []), shorthand('x-searchable')),
    filters: Object.entries(definition['x-filters'] ?? {}).map(([parameter, filter]) => ({
      parameter,
      field: filter.field ?? parameter,
      strategy: filter.strategy ?? 'exact',
      caseSensitive: filter.caseSensitive ?? (filter.strategy ?? 'exact') === 'exact',
    })),
    unique: uniqueOf(definition, models, constraints),
    indexes: definition['x-indexes'] ?? [],
    validationGroups: {
      create: definition['x-validation-groups']?.create ?? [],
      update: definition['x-validation-groups']?.update ?? [],
    },
    readGroups: definition['x-read-groups'] ?? [],
    writeGroups: definition['x-write-groups'] ?? [],
    ...(definition['x-extends'] === undefined ? {} : { parent: definition['x-extends'] }),
    renamedFrom: declared.renamedFrom,
    ...(declared.renamedFrom.length === 0 ? {} : { previousTables: declared.renamedFrom.map(pluralName) }),
  };
}

/** Returns the declared operations in canonical order; default: all operations of the kind. */
function operationsOf(
  definition: RoutedDefinition,
  fields: readonly FieldDescriptor[],
): readonly OperationName[] {
  const applicable = applicableOperations(definition['x-resource'], fields);
  const authored = definition['x-operations'];
  return authored === undefined ? applicable : applicable.filter((operation) => authored.includes(operation));
}

/** Returns the draft and timestamp behaviour of a type. Page data always has timestamps (components.md section 3). */
export function behavioursOf({
  title,
  'x-resource': kind,
  'x-publishable': versions = false,
  'x-timestamped': stamps = kind === 'page_data',
}: ResourceDefinition): Pick<DocumentedDescriptor, 'publishable' | 'timestamped'> {
  const { createdAtField = 'createdAt', modifiedAtField = 'modifiedAt' } =
    typeof stamps === 'object' ? stamps : {};
  return {
    ...(versions === false ? {} : { publishable: publication(title, versions === true ? {} : versions) }),
    ...(stamps !== false || kind === 'page_data' ? { timestamped: { createdAtField, modifiedAtField } } : {}),
  };
}

function publication(title: string, keyword: Partial<PublishableDescriptor>): PublishableDescriptor {
  return {
    field: keyword.field ?? 'publishedAt',
    publishedAssociation: keyword.publishedAssociation ?? 'publishedResource',
    draftAssociation: keyword.draftAssociation ?? 'draftResource',
    ...(keyword.permission === undefined ? {} : { permission: keyword.permission }),
    validationGroups: keyword.validationGroups ?? [`${title}:published`],
    ...(keyword.expiryField === undefined ? {} : { expiryField: keyword.expiryField }),
  };
}

/**
 * Returns keywords that a single feature reads, by feature: `x-mercure` of realtime, `x-history` of history,
 * `x-editing-permission` of drafts.
 */
function extensionsOf({
  'x-mercure': broadcast = false,
  'x-history': isRecorded = true,
  'x-editing-permission': asksPermission = true,
}: ResourceDefinition): Pick<DocumentedDescriptor, 'extensions'> {
  const extensions = {
    ...(broadcast === false ? {} : { realtime: broadcast === true ? {} : broadcast }),
    ...(isRecorded ? {} : { history: { isRecorded } }),
    ...(asksPermission ? {} : { drafts: { asksPermission } }),
  };
  return Object.keys(extensions).length === 0 ? {} : { extensions };
}

function securityOf(authored: ResourceDefinition['x-security']): SecurityDescriptor {
  if (authored === undefined) return {};
  if (typeof authored === 'object') return authored;
  return { collection: authored, read: authored, create: authored, update: authored, delete: authored };
}

/**
 * Returns the access rules of a record type. Without rules, only administrators have access (contract decision 104).
 */
function recordSecurity({ 'x-security': authored }: ResourceDefinition): SecurityDescriptor {
  return { ...securityOf("is_granted('ROLE_ADMIN')"), ...securityOf(authored) };
}

function orderOf(definition: ResourceDefinition): readonly OrderDescriptor[] {
  const authored = definition['x-order'];
  if (authored !== undefined) {
    return Object.entries(authored).map(([field, direction]) => ({ field, direction }));
  }
  const { timestamped } = behavioursOf(definition);
  // Component lists are ordered by the time in their base row, even if documents omit it.
  if (timestamped === undefined || definition['x-resource'] === 'component') return [];
  return [{ field: timestamped.createdAtField, direction: 'desc' }];
}

/**
 * Combines `x-unique`, the `UniqueEntity` constraints of the type and its fields, and unique columns. All are reported
 * as violations instead of database errors. Each field list is one rule, with its first message.
 */
function uniqueOf(
  definition: ResourceDefinition,
  fields: readonly FieldModel[],
  constraints: readonly ConstraintModel[],
): readonly UniqueDescriptor[] {
  const rules = new Map<string, UniqueDescriptor>();
  const add = ({ fields: names, message }: UniqueDescriptor): void => {
    const key = names.join();
    const known = rules.get(key)?.message ?? message;
    rules.set(key, { fields: names, ...(known === undefined ? {} : { message: known }) });
  };
  for (const names of definition['x-unique'] ?? []) add({ fields: names });
  for (const rule of [...constraints, ...fields.flatMap((field) => field.constraints)]) {
    if (rule.constraint !== 'UniqueEntity') continue;
    const { fields: named = rule.path } = rule.options;
    const names = Array.isArray(named) ? named.map(String) : [String(named)];
    add({ fields: names, ...(rule.message === undefined ? {} : { message: rule.message }) });
  }
  for (const { descriptor } of fields) {
    const { kind } = descriptor;
    if ((kind === 'scalar' || kind === 'to-one') && descriptor.unique === true)
      add({ fields: [descriptor.name] });
  }
  return [...rules.values()];
}

function merge(list: readonly string[], more: readonly string[]): readonly string[] {
  return [...new Set([...list, ...more])];
}
