import type {
  CompleteDescriptor,
  DefaultedMembers,
  OperationName,
  PaginationDescriptor,
  ResourceDescriptor,
} from './resource.js';

/** Pagination of lists whose type does not configure it. */
export const DEFAULT_PAGINATION: PaginationDescriptor = {
  enabled: true,
  itemsPerPage: 30,
  maximumItemsPerPage: 100,
  clientItemsPerPage: true,
  clientEnabled: false,
};

/** Fills in the omitted members of a descriptor (components.md section 11.1). */
export function completeDescriptor(descriptor: ResourceDescriptor): CompleteDescriptor {
  const defaults = defaultsOf(descriptor);
  return {
    ...defaults,
    ...descriptor,
    pagination: { ...defaults.pagination, ...descriptor.pagination },
    validationGroups: { ...defaults.validationGroups, ...descriptor.validationGroups },
  };
}

function defaultsOf({
  name,
  kind,
  fields,
}: Pick<ResourceDescriptor, 'name' | 'kind' | 'fields'>): DefaultedMembers {
  return {
    classIdentifier: name,
    operations: applicableOperations(kind, fields),
    positionRestricted: false,
    security: {},
    pagination: DEFAULT_PAGINATION,
    order: [],
    orderFields: [],
    searchFields: [],
    filters: [],
    unique: [],
    indexes: [],
    validate: () => undefined,
    validationGroups: { create: [], update: [] },
    readGroups: [],
    writeGroups: [],
    renamedFrom: [],
  };
}

/** Returns all operations that a type of this kind with these fields can have, in canonical order. */
export function applicableOperations(
  kind: ResourceDescriptor['kind'],
  fields: ResourceDescriptor['fields'],
): readonly OperationName[] {
  const usage: readonly OperationName[] = kind === 'component' ? ['usage'] : [];
  const files: readonly OperationName[] = fields.some((field) => field.kind === 'upload')
    ? ['upload', 'download']
    : [];
  return ['collection', 'create', 'read', 'update', 'replace', 'delete', ...usage, ...files];
}
