import type {
  FieldDescriptor,
  InverseOneField,
  PublishableDescriptor,
  ResourceDescriptor,
  ScalarField,
  ToManyField,
  ToOneField,
} from '../contract/schema/resource.js';

type Rest<Field> = Omit<Field, 'kind' | 'name' | 'readable' | 'writable'> & {
  readonly readable?: boolean;
  readonly writable?: boolean;
};

const readWrite = { readable: true, writable: true };

/** Creates a nullable string field, the most common one of the built-in resources. */
export function textField(name: string, column: string, rest: Partial<Rest<ScalarField>> = {}): ScalarField {
  return {
    kind: 'scalar',
    name,
    column,
    type: 'string',
    accepts: ['string'],
    nullable: true,
    ...readWrite,
    ...rest,
  };
}

export function scalarField(name: string, rest: Rest<ScalarField>): ScalarField {
  return { kind: 'scalar', name, ...readWrite, ...rest };
}

export function toOneField(name: string, rest: Rest<ToOneField>): ToOneField {
  return { kind: 'to-one', name, ...readWrite, ...rest };
}

export function toManyField(name: string, rest: Rest<ToManyField>): ToManyField {
  return { kind: 'to-many', name, ...readWrite, ...rest };
}

export function inverseOneField(name: string, rest: Rest<InverseOneField>): InverseOneField {
  return { kind: 'inverse-one', name, ...readWrite, ...rest };
}

/**
 * Class names chosen in the admin: a string, a list of strings or null, returned as sent (contract decision
 * 19).
 */
export const UI_CLASS_NAMES = scalarField('uiClassNames', {
  column: 'ui_class_names',
  type: 'json',
  accepts: ['string', 'array'],
  items: 'string',
  nullable: true,
});

export const UI_COMPONENT = textField('uiComponent', 'ui_component');

/** Returns the server-set date-times of timestamped records. */
export function timestampFields(createdAt = 'createdAt', modifiedAt = 'modifiedAt'): readonly ScalarField[] {
  const serverSet = { type: 'datetime', accepts: ['string'], nullable: false, writable: false } as const;
  return [
    scalarField(createdAt, { column: 'created_at', index: true, ...serverSet }),
    scalarField(modifiedAt, { column: 'modified_at', ...serverSet }),
  ];
}

/**
 * Returns the timestamp fields of a type of kind `record`, which has no base row, so its own table has them.
 */
export function recordStamps({
  kind,
  timestamped,
}: Pick<ResourceDescriptor, 'kind' | 'timestamped'>): readonly ScalarField[] {
  if (kind !== 'record' || timestamped === undefined) return [];
  return timestampFields(timestamped.createdAtField, timestamped.modifiedAtField);
}

/** Creates the field for the time at which a record stops being live (contract decision 107). */
export function expiryField(name: string, rest: Pick<ScalarField, 'readIf' | 'writeIf'> = {}): ScalarField {
  return scalarField(name, {
    column: 'expires_at',
    type: 'datetime',
    accepts: ['string'],
    nullable: true,
    index: true,
    keptByPut: true,
    ...rest,
  });
}

/**
 * Returns the fields of every publishable type. Their columns are in the base tables, so positions do not
 * need the type's table.
 */
export function publicationFields(
  publishable: PublishableDescriptor,
  type: string,
): readonly FieldDescriptor[] {
  return [
    scalarField(publishable.field, {
      column: 'published_at',
      type: 'datetime',
      accepts: ['string'],
      nullable: true,
      index: true,
      keptByPut: true,
    }),
    ...(publishable.expiryField === undefined ? [] : [expiryField(publishable.expiryField)]),
    toOneField(publishable.publishedAssociation, {
      target: type,
      column: 'published_resource_id',
      nullable: true,
      unique: true,
      onDelete: 'set-null',
      readable: true,
      writable: false,
    }),
    inverseOneField(publishable.draftAssociation, {
      target: type,
      column: 'published_resource_id',
      readable: true,
      writable: false,
    }),
  ];
}
