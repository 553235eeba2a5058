import type { FieldDefinition } from '../schema/definition.js';
import { RESERVED_FIELDS } from '../schema/reserved-names.js';
import { type CheckContext, fieldKind, isToMany } from '../schema/schema-set.js';
import { didYouMean } from 'cms-api-components/internal/kernel/util/text/suggest.js';
import {
  allNodes,
  type DeclaredField,
  type FieldOwner,
  fieldsOf,
  type PlacedNode,
  platformMembers,
  typesOf,
} from './owners.js';

/** Keywords that apply to one JSON type only. */
const KEYWORD_TYPES: readonly (readonly [string, readonly string[]])[] = Object.entries({
  minLength: ['string'],
  maxLength: ['string'],
  pattern: ['string'],
  format: ['string'],
  minimum: ['integer', 'number'],
  maximum: ['integer', 'number'],
  exclusiveMinimum: ['integer', 'number'],
  exclusiveMaximum: ['integer', 'number'],
  multipleOf: ['integer', 'number'],
  minItems: ['array'],
  maxItems: ['array'],
  uniqueItems: ['array'],
  items: ['array'],
  properties: ['object'],
  additionalProperties: ['object'],
});

/** JSON types by column type. */
const COLUMN_TYPES: Readonly<Record<string, readonly string[]>> = {
  string: ['string', 'text', 'datetime', 'date', 'time', 'uuid', 'decimal', 'json'],
  integer: ['integer', 'float', 'decimal', 'json'],
  number: ['float', 'decimal', 'json'],
  boolean: ['boolean', 'json'],
  array: ['json'],
  object: ['json'],
};

/** Checks the kind of a field, its name, its JSON type and its column. */
export function checkFields(owner: FieldOwner, context: CheckContext): void {
  checkRequired(owner);
  const taken = takenNames(context, owner);
  for (const declared of fieldsOf(owner)) {
    checkFieldName(declared, taken);
    checkPurpose(declared);
    checkStorage(declared);
  }
  for (const placed of allNodes(owner)) {
    checkKeywordTypes(placed);
    checkType(context, placed);
  }
}

/** Returns the names of members that the platform adds. */
function takenNames(context: CheckContext, { kind, title }: FieldOwner): ReadonlySet<string> {
  const file = context.byTitle.get(title);
  const given = file === undefined ? [] : platformMembers(file.definition);
  return new Set([...RESERVED_FIELDS[kind], ...given.map(({ name }) => name)]);
}

function checkFieldName({ name, place }: DeclaredField, taken: ReadonlySet<string>): void {
  if (!/[A-Za-z0-9]/.test(name)) {
    place.report(
      `The field name ${JSON.stringify(name)} has no letters or digits, so it can't be a column name.`,
      'Choose a descriptive name with letters.',
    );
  } else if (name.startsWith('@')) {
    place.report(
      `The field ${JSON.stringify(name)} begins with "@", which is reserved for JSON-LD.`,
      'Choose a name without "@".',
    );
  } else if (taken.has(name)) {
    place.report(
      `The field name ${JSON.stringify(name)} is reserved for a built-in member.`,
      'Remove the field to use the built-in member, or choose another name.',
    );
  }
}

function checkRequired(owner: FieldOwner): void {
  const fields = owner.definition.properties ?? {};
  owner.definition.required?.forEach((name, index) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const place = owner.place.below('required', index);
    if (field === undefined) {
      place.report(
        `"required" names the unknown field ${JSON.stringify(name)}.`,
        didYouMean(name, Object.keys(fields)),
      );
    } else if (fieldKind(field) === 'upload') {
      place.report(
        `The upload field ${JSON.stringify(name)} can't be required.`,
        'Set "requiredOnPublish": true in its "x-upload".',
      );
    } else if (fieldKind(field) === 'computed') {
      place.report(
        `The computed field ${JSON.stringify(name)} can't be required, because it is not stored.`,
        'Remove it from "required".',
      );
    }
  });
}

function checkPurpose({ owner, name, field, place }: DeclaredField): void {
  const purposes = ['x-relation', 'x-component', 'x-upload', 'x-computed'].filter(
    (keyword) => keyword in field,
  );
  if (purposes.length > 1) {
    place.report(
      `A field can't have both ${purposes.map((keyword) => JSON.stringify(keyword)).join(' and ')}.`,
      'Keep one of them, and add another field for the other.',
    );
  }
  const computed = field['x-computed'];
  if (computed !== undefined && owner.kind === 'user') {
    place
      .below('x-computed')
      .report(
        `The field ${JSON.stringify(name)} is computed, which is not supported for users.`,
        'Remove "x-computed". Project code can set a stored field with "readOnly": true.',
      );
  }
  if (computed !== undefined && (computed.resolver === undefined) === (computed.coalesce === undefined)) {
    place
      .below('x-computed')
      .report(
        '"x-computed" needs either "resolver" or "coalesce".',
        'Write { "coalesce": ["first.path", "second"] } or { "resolver": "name" }.',
      );
  }
  if (fieldKind(field) === 'scalar' && !hasShape(field)) {
    place.report(
      `The field ${JSON.stringify(name)} has no type.`,
      'Add "type": "string", "integer", "number", "boolean", "array" or "object".',
    );
  }
}

function hasShape(field: FieldDefinition): boolean {
  return ['type', 'enum', 'const', '$ref', 'anyOf', 'oneOf', 'allOf', 'x-column', 'tsType'].some(
    (key) => key in field,
  );
}

function checkStorage(declared: DeclaredField): void {
  const { field } = declared;
  const column = field['x-column'];
  if (column === undefined) return;
  const place = declared.place.below('x-column');
  const kind = fieldKind(field);
  if (kind === 'computed' || (kind === 'relation' && isToMany(field))) {
    place.report('"x-column" has no effect, because the field has no column.', 'Remove it.');
    return;
  }
  const [type] = typesOf(field);
  const allowed = type === undefined ? undefined : COLUMN_TYPES[type];
  if (column.type !== undefined && kind !== 'scalar') {
    place.report('The column type of this field is fixed.', 'Remove "type" from "x-column".');
  } else if (column.type !== undefined && allowed !== undefined && !allowed.includes(column.type)) {
    place.report(
      `A column of type "${column.type}" can't hold a value of type "${type}".`,
      `Use one of: ${allowed.join(', ')}.`,
    );
  }
  if (column.scale !== undefined && column.precision === undefined) {
    place.report('"scale" needs "precision".', 'Add "precision", the total number of digits.');
  } else if ((column.scale ?? 0) > (column.precision ?? Infinity)) {
    place.report(
      '"scale" is larger than "precision".',
      'Include the digits after the decimal point in "precision".',
    );
  }
  if (column.length !== undefined && (field.maxLength ?? 0) > column.length) {
    place.report(
      '"maxLength" is larger than the length of the column.',
      'Raise "length" or lower "maxLength".',
    );
  }
}

/** Checks `tsType`, which is copied to the generated code unchanged. */
function checkType(context: CheckContext, { node: { tsType }, place }: PlacedNode): void {
  if (tsType === undefined || context.options.isType?.(tsType) !== false) return;
  place
    .below('tsType')
    .report(
      `${JSON.stringify(tsType)} is not a TypeScript type.`,
      'Write one type on one line, without comments, for example "string[]" or "Record<string, number>".',
    );
}

function checkKeywordTypes({ node, place }: PlacedNode): void {
  const types = typesOf(node);
  if (types.length === 0) return;
  for (const [keyword, wanted] of KEYWORD_TYPES) {
    if (!(keyword in node) || types.some((type) => wanted.includes(type))) continue;
    const isIriList = keyword === 'format' && types.includes('array');
    if (isIriList) continue;
    place
      .below(keyword)
      .report(
        `"${keyword}" does not apply to the type "${types.join('", "')}".`,
        `Remove it, or change the type to "${wanted.join('" or "')}".`,
      );
  }
}
