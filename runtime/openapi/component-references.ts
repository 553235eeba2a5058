import type {
  OperationObject,
  PathItemObject,
  PathsObject,
  ReferenceObject,
  SchemaObject,
} from 'openapi3-ts/oas31';
import type { Components } from '../kernel/contract/api-part.js';
import { SHARED_COMPONENTS } from './shared-components.js';

type Kind = 'parameters' | 'requestBodies' | 'responses' | 'schemas';
type Lookup = Readonly<Record<Kind, ReadonlyMap<string, string>>>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
const SHARED = lookupOf(SHARED_COMPONENTS);

/**
 * The paths with a reference in place of what they share with other paths: of everybody, or among each other (`own`). At
 * hundreds of types, nine tenths of a document would be the same parameters and responses.
 */
export function referInPaths(paths: PathsObject, own: Components): PathsObject {
  const ownLookup = lookupOf(own);
  const refer = <Value extends object>(kind: Kind, value: Value): Value | ReferenceObject =>
    '$ref' in value ? value : (reference(ownLookup, kind, value) ?? reference(SHARED, kind, value) ?? value);
  const referInOperation = ({
    parameters,
    requestBody,
    responses,
    ...rest
  }: OperationObject): OperationObject => ({
    ...rest,
    ...(parameters === undefined
      ? {}
      : { parameters: parameters.map((value) => refer('parameters', value)) }),
    ...(requestBody === undefined ? {} : { requestBody: refer('requestBodies', requestBody) }),
    ...(responses === undefined
      ? {}
      : { responses: mapValues(responses, (value: object) => refer('responses', value)) }),
  });
  return mapValues(paths, (item: PathItemObject) => {
    const operations = METHODS.flatMap((method) => {
      const value = item[method];
      return value === undefined ? [] : [[method, referInOperation(value)]];
    });
    return { ...item, ...(Object.fromEntries(operations) as PathItemObject) }; // the same methods
  });
}

/** The schema with a reference in place of every inner one that many types have. */
export function referInSchema(schema: SchemaObject): SchemaObject {
  const { properties, items, additionalProperties, anyOf, allOf, oneOf } = schema;
  const inner = <Value extends SchemaObject | ReferenceObject>(
    value: Value,
  ): SchemaObject | ReferenceObject =>
    '$ref' in value ? value : (reference(SHARED, 'schemas', value) ?? referInSchema(value));
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

function reference(lookup: Lookup, kind: Kind, value: object): ReferenceObject | undefined {
  const name = lookup[kind].get(JSON.stringify(value));
  return name === undefined ? undefined : { $ref: `#/components/${kind}/${name}` };
}

function lookupOf(components: Components): Lookup {
  const names = (kind: Kind) =>
    new Map(Object.entries(components[kind] ?? {}).map(([name, value]) => [JSON.stringify(value), name]));
  return {
    parameters: names('parameters'),
    requestBodies: names('requestBodies'),
    responses: names('responses'),
    schemas: names('schemas'),
  };
}

function mapValues<Value, Result>(
  values: Readonly<Record<string, Value>>,
  map: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}
