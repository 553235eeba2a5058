import type { ReferenceObject, SchemaObject } from 'openapi3-ts/oas31';
import { schemaRef } from './component-ref.js';
import { SHARED_COMPONENTS } from './shared-components.js';

const SHARED = new Map(
  Object.entries(SHARED_COMPONENTS.schemas).map(([name, schema]) => [JSON.stringify(schema), name]),
);

/** Replaces inner schemas that many types share by references. */
export function referInSchema(schema: SchemaObject): SchemaObject {
  const { properties, items, additionalProperties, anyOf, allOf, oneOf } = schema;
  return {
    ...schema,
    ...(properties === undefined ? {} : { properties: mapValues(properties, refer) }),
    ...(items === undefined ? {} : { items: refer(items) }),
    ...(typeof additionalProperties === 'object'
      ? { additionalProperties: refer(additionalProperties) }
      : {}),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(refer) }),
    ...(allOf === undefined ? {} : { allOf: allOf.map(refer) }),
    ...(oneOf === undefined ? {} : { oneOf: oneOf.map(refer) }),
  };
}

/** Returns a reference to a shared schema, or else the schema with references in it. */
export const refer = (schema: SchemaObject | ReferenceObject): SchemaObject | ReferenceObject =>
  '$ref' in schema ? schema : (referenceTo(schema) ?? referInSchema(schema));

function referenceTo(schema: SchemaObject): ReferenceObject | undefined {
  const name = SHARED.get(JSON.stringify(schema));
  return name === undefined ? undefined : schemaRef(name);
}

/** Maps the values of an object and keeps its keys. */
export function mapValues<Value, Result>(
  values: Readonly<Record<string, Value>>,
  map: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}
