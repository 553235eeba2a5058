import type { ReferenceObject, SchemaObject } from 'openapi3-ts/oas31';
import type { JsonObject, JsonValue } from '../kernel/contract/json.js';

/** Fields that every component accepts and that are rarely set by hand. */
const OF_THE_BASE: ReadonlySet<string> = new Set(['uiComponent', 'uiClassNames', 'publishedAt']);

/** Rules besides the schema that decide whether a body is valid. */
export interface ExampleRules {
  /** Returns the options of a field's rules, from which values are derived. */
  optionsOf(member: string): readonly JsonValue[];
  /** Returns whether the rules of a field accept a value; undefined if project code decides. */
  accepts(member: string, value: JsonValue): boolean | undefined;
  acceptsBody(body: JsonObject): boolean;
}

const NO_RULES: ExampleRules = { optionsOf: () => [], accepts: () => true, acceptsBody: () => true };

/**
 * Returns a body that creates a record as it is, with required fields and the type's own plain fields. Undefined if
 * the body would need a reference to another record, a file (`without`), or a value that no known rule accepts.
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
    const isWanted = required.has(name) || (!OF_THE_BASE.has(name) && isPlain(member as SchemaObject)); // a schema or a reference, which has no type
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
  // The author's example is used when no rule can validate it.
  const stated = [...(shape.examples ?? []), shape.default] as JsonValue[]; // both come from JSON files
  return values.find((value) => rules.accepts(name, value) ?? stated.includes(value));
}

/**
 * Returns possible values of a field, most descriptive first. They satisfy its schema except patterns. `options` are
 * those of its rules: a required value is usually one of them, or close to one.
 */
function exampleValues(
  name: string,
  schema: SchemaObject,
  options: readonly JsonValue[],
): readonly JsonValue[] {
  const stated = [
    ...(schema.examples ?? []),
    ...(schema.default === undefined ? [] : [schema.default]),
    ...(schema.enum ?? []),
    ...(schema.const === undefined ? [] : [schema.const]),
  ] as JsonValue[]; // they come from JSON files
  if (schema.enum !== undefined || schema.const !== undefined)
    return stated.filter((value) => value !== null);
  return [...stated, ...madeValues(name, schema, options)].filter((value) => value !== null);
}

function madeValues(name: string, schema: SchemaObject, options: readonly JsonValue[]): readonly JsonValue[] {
  switch (typeOf(schema)) {
    case 'string':
      return schema.format === 'decimal'
        ? numbers(schema, options).map(String)
        : texts(name, schema, options);
    case 'integer':
      return numbers(schema, options).filter(Number.isInteger);
    case 'number':
      return numbers(schema, options);
    case 'boolean':
      return [false, true];
    case 'array':
      return [[]];
    case 'object':
      return [{}];
    default:
      return [`Some ${name}`];
  }
}

const isNumber = (value: unknown): value is number => typeof value === 'number';

function numbers(
  { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: SchemaObject,
  options: readonly JsonValue[],
): number[] {
  const bounds = [minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf, ...options].filter(
    isNumber,
  );
  const near = [...bounds, ...bounds.flatMap((bound) => [bound + 1, bound - 1])];
  const fits = (value: number): boolean =>
    value >= (minimum ?? -Infinity) &&
    value <= (maximum ?? Infinity) &&
    value > (exclusiveMinimum ?? -Infinity) &&
    value < (exclusiveMaximum ?? Infinity) &&
    (multipleOf === undefined || Number.isInteger(value / multipleOf));
  return [1, ...near, 0, 10, 100, 1000, -1].filter(fits);
}

const TEXTS_OF_FORMAT: Readonly<Record<string, readonly string[]>> = {
  'date-time': ['2030-01-31T12:00:00+00:00', '2000-01-31T12:00:00+00:00'],
  date: ['2030-01-31', '2000-01-31'],
  time: ['12:00:00'],
  email: ['someone@example.com'],
  uri: ['https://example.com/'],
  url: ['https://example.com/'],
  uuid: ['3f2b8c1e-6d4a-4a57-9a0e-5b1c7d2e9f10'],
  password: ['a long password'],
  // The address of a record differs between sites.
  'iri-reference': [],
};

/** Values that satisfy many kinds of rules: addresses, colours, codes, numbers, single-word names. */
const TEXTS = [
  ...['some-text', 'some_text', 'sometext', 'sometext1', 'Sometext', 'SOMETEXT', 'ABC', 'abc', 'AB-123', 'a'],
  ...[
    '12',
    '123',
    '1234',
    '12345',
    '123456',
    '/some/path',
    '+44 20 7946 0000',
    '{}',
    'Correct-horse-42-battery',
  ],
  ...Object.values(TEXTS_OF_FORMAT).flat(),
  ...['#336699', 'example.com', '192.0.2.1', 'Europe/London', 'en', 'GB', 'EUR', 'en_GB'],
];

function texts(name: string, schema: SchemaObject, options: readonly JsonValue[]): readonly string[] {
  const { minLength = 0, maxLength = Infinity, format = '' } = schema;
  const known = TEXTS_OF_FORMAT[format];
  const lengths = options.filter(isNumber).filter((length) => length > 0 && length <= 10_000);
  const plain = `Some ${name}`;
  const ofLength = lengths.map((length) => plain.padEnd(length, '.').slice(0, length));
  const usual = plain.padEnd(minLength, '.').slice(0, Math.min(maxLength, Math.max(plain.length, minLength)));
  const all = [usual, ...ofLength, ...options.filter((option) => typeof option === 'string'), ...TEXTS];
  return (known ?? all).filter(({ length }) => length >= minLength && length <= maxLength);
}

/** Returns the type that is not null. */
function typeOf({ type }: SchemaObject): string {
  const types = Array.isArray(type) ? type : [type];
  return types.find((one) => one !== 'null') ?? '';
}
