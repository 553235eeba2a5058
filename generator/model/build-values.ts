import type { JsonSchemaNode } from '../schema/definition.js';
import { buildConstraints } from './build-constraints.js';
import { acceptedAs, allowsNull, jsonTypes } from './field-types.js';
import type { PropertyValue, ValueModel } from './types.js';

/** Returns the name of the shape that a `$ref` references: `#/$defs/Speaker` and `Speaker.json` are both `Speaker`. */
export function shapeName(reference: string): string {
  return reference
    .replace(/^#\/\$defs\//, '')
    .replace(/^\.\//, '')
    .replace(/\.json$/, '');
}

/** Returns the structure of a value in a JSON column, with the rules at every level. */
export function buildValue(node: JsonSchemaNode, required = false): ValueModel {
  const merged = mergeAllOf(node);
  const constraints = buildConstraints(merged, { path: '', required: required && !allowsNull(merged) });
  const base = { nullable: allowsNull(merged), constraints };
  if (merged.$ref !== undefined) return { kind: 'reference', ...base, shape: shapeName(merged.$ref) };
  const options = merged.anyOf ?? merged.oneOf;
  if (options !== undefined) {
    const values = options.filter((option) => option.type !== 'null').map((option) => buildValue(option));
    const [only] = values;
    if (values.length === 1 && only !== undefined) {
      return {
        ...only,
        nullable: base.nullable || only.nullable,
        constraints: [...only.constraints, ...constraints],
      };
    }
    return { kind: 'union', ...base, options: values };
  }
  const types = jsonTypes(merged);
  if (types.length === 0) return { kind: 'any', ...base, nullable: true };
  const isAll = (type: string) => types.length === 1 && types[0] === type;
  if (isAll('array')) return { kind: 'list', ...base, items: buildValue(merged.items ?? {}) };
  if (isAll('object')) return { kind: 'object', ...base, ...objectParts(merged) };
  return { kind: 'leaf', ...base, accepts: types.flatMap((type) => acceptedAs(type)) };
}

/** Whether a value model checks only the JSON type, which the column checks too. */
export function isTrivial(value: ValueModel): boolean {
  switch (value.kind) {
    case 'any':
    case 'leaf':
      return true;
    case 'list':
      return value.items.kind === 'any' && value.items.constraints.length === 0;
    case 'object':
      return value.properties.length === 0 && value.additional === true;
    case 'reference':
    case 'union':
      return false;
  }
}

function objectParts(node: JsonSchemaNode): {
  readonly properties: readonly PropertyValue[];
  readonly additional: boolean | ValueModel;
} {
  const properties = Object.entries(node.properties ?? {}).map(([name, child]) => {
    const required = node.required?.includes(name) ?? false;
    return { name, required, value: buildValue(child, required) };
  });
  const extra = node.additionalProperties ?? true;
  return { properties, additional: typeof extra === 'boolean' ? extra : buildValue(extra) };
}

/** Merges the parts of an `allOf`. Later parts take precedence. */
function mergeAllOf(node: JsonSchemaNode): JsonSchemaNode {
  if (node.allOf === undefined) return node;
  const { allOf, ...rest } = node;
  return [...allOf.map(mergeAllOf), rest].reduce<JsonSchemaNode>((merged, part) => {
    const required = [...new Set([...(merged.required ?? []), ...(part.required ?? [])])];
    const constraints = [...(merged['x-constraints'] ?? []), ...(part['x-constraints'] ?? [])];
    return {
      ...merged,
      ...part,
      ...(merged.properties === undefined && part.properties === undefined
        ? {}
        : { properties: { ...merged.properties, ...part.properties } }),
      ...(required.length === 0 ? {} : { required }),
      ...(constraints.length === 0 ? {} : { 'x-constraints': constraints }),
    };
  }, {});
}
