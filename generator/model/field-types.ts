import type { JsonValue } from 'cms-api-components/internal/kernel/contract/json.js';
import type {
  ColumnType,
  JsonTypeName,
} from 'cms-api-components/internal/kernel/contract/schema/resource.js';
import type { ColumnKeyword, JsonSchemaNode } from '../schema/definition.js';

/** Default length of VARCHAR columns. */
export const DEFAULT_STRING_LENGTH = 255;

/** A row of the table in components.md section 11.3. */
export interface FieldType {
  readonly column: ColumnType;
  readonly accepts: readonly JsonTypeName[];
}

const text = (column: ColumnType): FieldType => ({ column, accepts: ['string'] });

/** Field types by column type. All later decisions about a field follow from them. */
const BY_COLUMN: Readonly<Record<Exclude<ColumnType, 'json'>, FieldType>> = {
  string: text('string'),
  text: text('text'),
  datetime: text('datetime'),
  date: text('date'),
  time: text('time'),
  uuid: text('uuid'),
  integer: { column: 'integer', accepts: ['int'] },
  float: { column: 'float', accepts: ['float', 'int'] },
  decimal: { column: 'decimal', accepts: ['string', 'float', 'int'] },
  boolean: { column: 'boolean', accepts: ['bool'] },
};

const BY_FORMAT: Readonly<Record<string, ColumnType>> = {
  'date-time': 'datetime',
  date: 'date',
  time: 'time',
  uuid: 'uuid',
};

const JSON_TYPES: Readonly<Record<string, JsonTypeName>> = {
  string: 'string',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  array: 'array',
  object: 'object',
};

const ANY_TYPE: readonly JsonTypeName[] = ['string', 'int', 'float', 'bool', 'array', 'object'];

/** Returns the column and types of a scalar field. */
export function fieldType(field: JsonSchemaNode & { readonly 'x-column'?: ColumnKeyword }): FieldType {
  const types = jsonTypes(field);
  const authored = field['x-column'];
  const column = authored?.type ?? (authored?.precision === undefined ? columnOf(field, types) : 'decimal');
  if (column !== 'json') return BY_COLUMN[column];
  const accepts = types.length === 0 ? ANY_TYPE : types.flatMap((type) => acceptedAs(type));
  return { column, accepts };
}

/** Returns the JSON types of a shape without null. With only `enum` or `const`, returns the types of the values. */
export function jsonTypes(node: JsonSchemaNode): readonly string[] {
  if (node.type !== undefined) {
    const types: readonly string[] = typeof node.type === 'string' ? [node.type] : node.type;
    return types.filter((type) => type !== 'null');
  }
  const values = node.enum ?? (node.const === undefined ? [] : [node.const]);
  return [...new Set(values.filter((value) => value !== null).map(jsonTypeOf))];
}

/** Whether the types or values include null. */
export function allowsNull(node: JsonSchemaNode): boolean {
  if (Array.isArray(node.type)) return node.type.includes('null');
  if (node.type !== undefined) return node.type === 'null';
  const options = node.anyOf ?? node.oneOf;
  return node.enum?.includes(null) ?? options?.some(allowsNull) ?? false;
}

/** Returns the `JsonTypeName` values that a JSON Schema type accepts. Integers are numbers too. */
export function acceptedAs(type: string): readonly JsonTypeName[] {
  if (type === 'number') return ['float', 'int'];
  const name = JSON_TYPES[type];
  return name === undefined ? [] : [name];
}

function columnOf(field: JsonSchemaNode, types: readonly string[]): ColumnType {
  if (types.length !== 1) return 'json';
  switch (types[0]) {
    case 'string':
      return (
        BY_FORMAT[field.format ?? ''] ?? ((field.maxLength ?? 0) > DEFAULT_STRING_LENGTH ? 'text' : 'string')
      );
    case 'integer':
      return 'integer';
    case 'number':
      return 'float';
    case 'boolean':
      return 'boolean';
    case undefined:
    default:
      return 'json';
  }
}

function jsonTypeOf(value: JsonValue): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}
