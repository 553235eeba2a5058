import type {
  FieldDescriptor,
  LinkTable,
  ScalarField,
} from 'cms-api-components/internal/kernel/contract/schema/resource.js';
import type { FieldDefinition } from '../schema/definition.js';
import { type DeclaredType, fieldKind, isToMany, relationTarget } from '../schema/schema-set.js';
import { allowsNull, DEFAULT_STRING_LENGTH, fieldType } from './field-types.js';
import { columnName, foreignKeyColumn, linkTableNames, pluralName } from '../text/naming.js';

export interface FieldContext {
  /** The type that declares the field. */
  readonly owner: DeclaredType;
  readonly required: boolean;
  readonly types: ReadonlyMap<string, DeclaredType>;
}

type Common = Pick<
  FieldDescriptor,
  | 'name'
  | 'description'
  | 'deprecated'
  | 'readable'
  | 'writable'
  | 'readIf'
  | 'writeIf'
  | 'readGroups'
  | 'writeGroups'
>;

const ON_DELETE = { 'SET NULL': 'set-null', CASCADE: 'cascade', RESTRICT: 'restrict' } as const;

/** Builds the descriptor of a field: its kind, its columns and its access rules. */
export function buildFieldDescriptor(
  name: string,
  field: FieldDefinition,
  context: FieldContext,
): FieldDescriptor {
  const common = commonParts(name, field);
  switch (fieldKind(field)) {
    case 'upload':
      return uploadDescriptor(common, field);
    case 'computed':
      return computedDescriptor(common, field);
    case 'relation':
      return isToMany(field)
        ? toManyDescriptor(common, field, context)
        : toOneDescriptor(common, field, context);
    case 'scalar':
      return scalarDescriptor(common, field, context);
  }
}

function commonParts(name: string, field: FieldDefinition): Common {
  const groups = field['x-groups'];
  const formerNames = field['x-renamed-from'];
  return {
    name,
    ...(field.description === undefined ? {} : { description: field.description }),
    ...(field.deprecated === true ? { deprecated: true } : {}),
    readable: field.writeOnly !== true && field['x-upload'] === undefined,
    writable: field.readOnly !== true && field['x-computed'] === undefined,
    ...(field['x-read-if'] === undefined ? {} : { readIf: field['x-read-if'] }),
    ...(field['x-write-if'] === undefined ? {} : { writeIf: field['x-write-if'] }),
    ...(groups?.read === undefined ? {} : { readGroups: groups.read }),
    ...(groups?.write === undefined ? {} : { writeGroups: groups.write }),
    ...(formerNames === undefined ? {} : { formerNames }),
  };
}

function scalarDescriptor(common: Common, field: FieldDefinition, { required }: FieldContext): ScalarField {
  const { column, accepts } = fieldType(field);
  const authored = field['x-column'] ?? {};
  const values = field.enum ?? (field.const === undefined ? undefined : [field.const]);
  return {
    ...common,
    kind: 'scalar',
    column: authored.name ?? columnName(common.name),
    ...previousColumns(common.name, { field, authored: authored.name }, columnName),
    type: column,
    accepts,
    nullable: !required && (allowsNull(field) || field.default === undefined),
    ...(field.default === undefined ? {} : { default: field.default }),
    ...(column === 'string' ? { length: authored.length ?? DEFAULT_STRING_LENGTH } : {}),
    ...(column === 'decimal' ? { precision: authored.precision ?? 10, scale: authored.scale ?? 0 } : {}),
    ...(authored.unique === true ? { unique: true } : {}),
    ...(authored.index === true ? { index: true } : {}),
    ...(values === undefined ? {} : { enum: values }),
    ...(field.format === undefined ? {} : { format: field.format }),
    ...htmlOf(field),
  };
}

function htmlOf({ 'x-html': rules }: FieldDefinition): Pick<ScalarField, 'html'> {
  if (rules === undefined) return {};
  return { html: rules === true ? {} : rules };
}

function toOneDescriptor(common: Common, field: FieldDefinition, context: FieldContext): FieldDescriptor {
  const relation = field['x-relation'];
  const target = relationTarget(field) ?? '';
  if (relation?.mappedBy !== undefined) {
    return {
      ...common,
      writable: false,
      kind: 'inverse-one',
      target,
      column: ownerColumn(relation.mappedBy, target, context),
      ...(relation.embed === true ? { embed: true } : {}),
    };
  }
  const unique = relation?.kind === 'oneToOne' || field['x-column']?.unique === true;
  return {
    ...common,
    kind: 'to-one',
    target,
    column: keyColumn(common.name, field),
    ...previousColumns(
      common.name,
      { field, authored: relation?.joinColumn ?? field['x-column']?.name },
      foreignKeyColumn,
    ),
    nullable: !context.required,
    ...(unique ? { unique: true } : {}),
    onDelete: ON_DELETE[relation?.onDelete ?? 'SET NULL'],
    ...(field['x-component'] === undefined ? {} : { slot: true }),
    ...(relation?.embed === true ? { embed: true } : {}),
  };
}

function toManyDescriptor(common: Common, field: FieldDefinition, context: FieldContext): FieldDescriptor {
  const relation = field['x-relation'];
  const target = relationTarget(field) ?? '';
  const embed = relation?.embed === true ? { embed: true } : {};
  if (relation?.kind === 'oneToMany') {
    const column = ownerColumn(relation.mappedBy ?? '', target, context);
    return {
      ...common,
      writable: false,
      kind: 'to-many',
      target,
      through: { kind: 'inverse', column },
      ...embed,
    };
  }
  if (relation?.mappedBy === undefined) {
    const names = linkTableNames(context.owner.table, {
      owner: context.owner.title,
      member: common.name,
      target,
    });
    const through = {
      kind: 'link',
      ...names,
      owner: true,
      ...previousLinks(common.name, field, context),
    } as const;
    return { ...common, kind: 'to-many', target, through, ...embed };
  }
  const table = context.types.get(target)?.table ?? target;
  const names = linkTableNames(table, {
    owner: target,
    member: relation.mappedBy,
    target: context.owner.title,
  });
  const through = {
    kind: 'link',
    table: names.table,
    ownColumn: names.targetColumn,
    targetColumn: names.ownColumn,
    owner: false,
  } as const;
  return { ...common, kind: 'to-many', target, through, ...embed };
}

/**
 * Returns the previous column names, from previous member or column names. A column with an explicit name was
 * previously named after the field.
 */
function previousColumns(
  name: string,
  { field, authored }: { readonly field: FieldDefinition; readonly authored: string | undefined },
  nameOf: (member: string) => string,
): { readonly renamedFrom?: readonly string[] } {
  const column = authored ?? nameOf(name);
  const previous = (field['x-renamed-from'] ?? []).flatMap((each) =>
    each.includes('_') ? [nameOf(each), each] : [nameOf(each)],
  );
  const names = new Set(authored === undefined ? previous : [nameOf(name), ...previous]);
  names.delete(column);
  return names.size === 0 ? {} : { renamedFrom: [...names] };
}

/** Returns the previous link table names, derived from the previous names of field, type and target. */
function previousLinks(
  name: string,
  field: FieldDefinition,
  { owner, types }: FieldContext,
): Pick<LinkTable, 'previously'> {
  const target = relationTarget(field) ?? '';
  const present = linkTableNames(owner.table, { owner: owner.title, member: name, target });
  const titles = [owner.title, ...owner.renamedFrom];
  const targets = [target, ...(types.get(target)?.renamedFrom ?? [])];
  const previous = titles.flatMap((title) =>
    targets.flatMap((other) =>
      [name, ...(field['x-renamed-from'] ?? [])].map((member) =>
        linkTableNames(title === owner.title ? owner.table : pluralName(title), {
          owner: title,
          member,
          target: other,
        }),
      ),
    ),
  );
  const others = (key: 'table' | 'ownColumn' | 'targetColumn') =>
    [...new Set(previous.map((names) => names[key]))].filter((candidate) => candidate !== present[key]);
  const previously = {
    tables: others('table'),
    ownColumns: others('ownColumn'),
    targetColumns: others('targetColumn'),
  };
  return Object.values(previously).every((list) => list.length === 0) ? {} : { previously };
}

/** Returns the column of the owning field on the other side of the relation. */
function ownerColumn(mappedBy: string, target: string, { types }: FieldContext): string {
  const owner = types.get(target)?.fields.get(mappedBy);
  return owner === undefined ? foreignKeyColumn(mappedBy) : keyColumn(mappedBy, owner);
}

function keyColumn(name: string, field: FieldDefinition): string {
  return field['x-relation']?.joinColumn ?? field['x-column']?.name ?? foreignKeyColumn(name);
}

function uploadDescriptor(common: Common, field: FieldDefinition): FieldDescriptor {
  const upload = field['x-upload'] ?? { adapter: '' };
  return {
    ...common,
    kind: 'upload',
    column: columnName(upload.property ?? 'filename'),
    ...previousColumns(upload.property ?? 'filename', { field, authored: undefined }, columnName),
    adapter: upload.adapter,
    prefix: upload.prefix ?? '',
    ...(upload.urlGenerator === undefined ? {} : { urlGenerator: upload.urlGenerator }),
    imagineFilters: upload.imagineFilters ?? [],
    requiredOnPublish: upload.requiredOnPublish ?? false,
    ...(upload.requiredOnPublishMessage === undefined
      ? {}
      : { requiredOnPublishMessage: upload.requiredOnPublishMessage }),
    constraints: (field['x-constraints'] ?? []).map((constraint) => ({ ...constraint })),
  };
}

function computedDescriptor(common: Common, field: FieldDefinition): FieldDescriptor {
  const { coalesce, resolver } = field['x-computed'] ?? {};
  return {
    ...common,
    kind: 'computed',
    ...(coalesce === undefined ? {} : { coalesce: coalesce.map((path) => path.split('.')) }),
    ...(resolver === undefined ? {} : { resolver }),
  };
}
