import type { ReferenceObject, SchemaObject } from 'openapi3-ts/oas31';
import type { JsonObject, JsonValue } from '../kernel/contract/json.js';
import { exampleValues, typeOf } from './example-values.js';

/** Members that every component takes and few people set by hand. */
const OF_THE_BASE: ReadonlySet<string> = new Set(['uiComponent', 'uiClassNames', 'publishedAt']);

/** Rules besides the schema that decide whether a body can be stored. */
export interface ExampleRules {
  /** Options of the rules of a member, out of which values are made. */
  optionsOf(member: string): readonly JsonValue[];
  /** Whether the rules of a member accept a value; undefined where code of the project decides. */
  accepts(member: string, value: JsonValue): boolean | undefined;
  acceptsBody(body: JsonObject): boolean;
}

const NO_RULES: ExampleRules = { optionsOf: () => [], accepts: () => true, acceptsBody: () => true };

/**
 * A body that creates a record as it stands: what is required, and the plain values of its own members. Undefined where
 * none can be made: where it must name another record, hold a file (`without`), or pass a rule that no known value passes.
 */
export function exampleInput(
  schema: SchemaObject,
  {
    rules = NO_RULES,
    without = [],
  }: { readonly rules?: ExampleRules; readonly without?: readonly string[] } = {},
): JsonObject | undefined {
  const required = new Set(schema.required ?? []);
  const body: Record<string, JsonValue> = {};
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    const isWanted = required.has(name) || (!OF_THE_BASE.has(name) && isPlain(member as SchemaObject)); // or a reference, which has no type
    const value = isWanted && !without.includes(name) ? exampleValue(name, member, rules) : undefined;
    if (value !== undefined) body[name] = value;
    else if (required.has(name)) return undefined;
  }
  return rules.acceptsBody(body) ? body : undefined;
}

const PLAIN: ReadonlySet<string> = new Set(['string', 'integer', 'number', 'boolean']);

const isPlain = (schema: SchemaObject): boolean =>
  PLAIN.has(typeOf(schema)) && schema.format !== 'iri-reference';

function exampleValue(
  name: string,
  shape: SchemaObject | ReferenceObject,
  rules: ExampleRules,
): JsonValue | undefined {
  if ('$ref' in shape) return undefined;
  const isObject = typeOf(shape) === 'object' && shape.examples === undefined && shape.default === undefined;
  const inner = isObject ? exampleInput(shape) : undefined;
  const values = isObject
    ? inner === undefined
      ? []
      : [inner]
    : exampleValues(name, shape, rules.optionsOf(name));
  // The author's example is used when no rule can judge it.
  const stated = [...(shape.examples ?? []), shape.default] as JsonValue[]; // both come from JSON files
  return values.find((value) => rules.accepts(name, value) ?? stated.includes(value));
}
