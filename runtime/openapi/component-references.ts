import type { ReferenceObject, SchemaObject } from 'openapi3-ts/oas31';
import { schemaRef } from './component-ref.js';
import { SHARED_COMPONENTS } from './shared-components.js';

const SHARED = new Map(
  Object.entries(SHARED_COMPONENTS.schemas).map(([name, schema]) => [JSON.stringify(schema), name]),
);

/** The schema with a reference in place of every inner one that many types have. */
export function referInSchema(schema: SchemaObject): SchemaObject {
  const { properties, items, additionalProperties, anyOf, allOf, oneOf } = schema;
  const inner = <Value extends SchemaObject | ReferenceObject>(
    value: Value,
  ): SchemaObject | ReferenceObject =>
    '$ref' in value ? value : (referenceTo(value) ?? referInSchema(value));
  return {
    ...schema,
    ...(properties === undefined ? {} : { properties: mapValues(properties, inner) }),
    ...(items === undefined ? {} : { items: inner(items) }),
    ...(typeof additionalProperties === 'object'
      ? { additionalProperties: inner(additionalProperties) }
      : {}),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(inner) }),
    ...(allOf === undefined ? {} : { allOf: allOf.map(inner) }),
    ...(oneOf === undefined ? {} : { oneOf: oneOf.map(inner) }),
  };
}

function referenceTo(schema: SchemaObject): ReferenceObject | undefined {
  const name = SHARED.get(JSON.stringify(schema));
  return name === undefined ? undefined : schemaRef(name);
}

function mapValues<Value, Result>(
  values: Readonly<Record<string, Value>>,
  map: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}
