import { htmlRulesOf } from '../../../kernel/contract/schema/html-member.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import type { FieldDescriptor, ScalarField } from '../../../kernel/contract/schema/resource.js';
import type { MemberKind } from '../endpoints/schemas.js';
import { isJsonObject } from '../../../kernel/util/json-object.js';

/** Returns the editor kind of a member. */
export function memberKind(field: FieldDescriptor, schema: JsonObject): MemberKind {
  switch (field.kind) {
    case 'to-one':
    case 'inverse-one':
      return 'iri';
    case 'to-many':
      return 'iris';
    case 'upload':
      return 'file';
    case 'computed':
      return kindOfSchema(schema);
    case 'scalar':
      return scalarKind(field, schema);
  }
}

function scalarKind(field: ScalarField, schema: JsonObject): MemberKind {
  if (Array.isArray(field.enum ?? schema.enum)) return 'enum';
  if (htmlRulesOf(field) !== undefined) return 'html';
  switch (field.type) {
    case 'uuid':
      return 'string';
    case 'float':
      return 'number';
    case 'json':
      return jsonKind(field, schema);
    case 'string':
    case 'text':
    case 'integer':
    case 'decimal':
    case 'boolean':
    case 'datetime':
    case 'date':
    case 'time':
      return field.type;
  }
}

/** Lists of texts and numbers, and objects with known members, have structured editors. */
function jsonKind({ accepts }: ScalarField, schema: JsonObject): MemberKind {
  const isList = accepts.includes('array') && !accepts.includes('object');
  if (isList) return isComposed(schema.items) ? 'json' : 'list';
  return accepts.every((type) => type === 'object') && isJsonObject(schema.properties) ? 'object' : 'json';
}

function isComposed(items: JsonObject[string]): boolean {
  if (!isJsonObject(items)) return false;
  const types = Array.isArray(items.type) ? items.type : [items.type];
  return types.includes('object') || types.includes('array') || items.type === undefined;
}

const OF_TYPES: ReadonlyMap<unknown, MemberKind> = new Map([
  ['integer', 'integer'],
  ['number', 'number'],
  ['boolean', 'boolean'],
  ['string', 'string'],
]);

/** Computed members have no column, so the kind comes from their schema, if any. */
function kindOfSchema({ type }: JsonObject): MemberKind {
  const [only, ...others] = (Array.isArray(type) ? type : [type]).filter((name) => name !== 'null');
  return others.length > 0 ? 'json' : (OF_TYPES.get(only) ?? 'json');
}
