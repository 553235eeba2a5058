import {
  ABSTRACT_COMPONENT,
  ABSTRACT_PAGE_DATA,
  type FieldDescriptor,
  type InverseOneField,
  type ScalarField,
  type ToManyField,
  type ToOneField,
  type UploadField,
} from '../../../kernel/contract/schema/resource.js';
import type { RegisteredResource, ResourceRegistry } from '../../../kernel/metadata/resource-registry.js';

export type RelationField = ToOneField | InverseOneField | ToManyField;

/** A member that is part of a line. */
export type TransferredField = ScalarField | UploadField | RelationField;

/** A type in the import and export format. */
export interface TransferredType {
  readonly resource: RegisteredResource;
  /** Members in the order of a line. */
  readonly fields: readonly TransferredField[];
  readonly field: (name: string) => TransferredField | undefined;
}

/**
 * Returns the types that can be exported, with the members that a body can set. Relations are exported from one side
 * only. Types with personal data or secrets are excluded.
 */
export function transferredTypes(registry: ResourceRegistry): ReadonlyMap<string, TransferredType> {
  const types = registry.all.filter(
    ({ isPersonal, concealed = [] }) => !isPersonal && concealed.length === 0,
  );
  return new Map(
    types.map((resource) => {
      const fields = resource.fields.filter((field): field is TransferredField =>
        isTransferred(field, resource, registry),
      );
      const byName = new Map(fields.map((field) => [field.name, field]));
      return [resource.name, { resource, fields, field: (name: string) => byName.get(name) }];
    }),
  );
}

export const isRelation = (field: TransferredField): field is RelationField =>
  field.kind !== 'scalar' && field.kind !== 'upload';

function isTransferred(
  field: FieldDescriptor,
  resource: RegisteredResource,
  registry: ResourceRegistry,
): boolean {
  if (field.name === resource.publishable?.publishedAssociation) return true;
  if (!field.writable) return false;
  switch (field.kind) {
    case 'scalar':
    case 'upload':
    case 'inverse-one':
      return true;
    case 'to-one':
      return !registry.all.some((other) => isShownBy(other, field, resource));
    case 'to-many':
      return field.through.kind === 'link' && (field.through.owner || !isOwnedElsewhere(field, registry));
    case 'computed':
      return false;
  }
}

/** Returns whether another type exposes the same column as writable on its side, as a route does with its page. */
function isShownBy(other: RegisteredResource, field: ToOneField, resource: RegisteredResource): boolean {
  if (other.name !== field.target) return false;
  return other.fields.some(
    (shown) =>
      shown.kind === 'inverse-one' &&
      shown.writable &&
      shown.column === field.column &&
      isOf(resource, shown.target),
  );
}

function isOf({ name, kind }: RegisteredResource, target: string): boolean {
  if (target === ABSTRACT_COMPONENT) return kind === 'component';
  return target === ABSTRACT_PAGE_DATA ? kind === 'page_data' : name === target;
}

/** Returns whether the other side of the relation can write the same list. */
function isOwnedElsewhere({ through }: ToManyField, registry: ResourceRegistry): boolean {
  return registry.all.some(({ fields }) =>
    fields.some(
      (field) =>
        field.kind === 'to-many' &&
        field.writable &&
        field.through.kind === 'link' &&
        through.kind === 'link' &&
        field.through.owner &&
        field.through.table === through.table,
    ),
  );
}
