import type { SchemaObject } from 'openapi3-ts/oas31';
import type { JsonObject, JsonValue } from '../kernel/contract/json.js';

/** Members that every component takes and few people set by hand. */
const OF_THE_BASE: ReadonlySet<string> = new Set(['uiComponent', 'uiClassNames', 'publishedAt']);

/**
 * A body that somebody may send to try a type out: what is required, and the plain values of its own members. Relations
 * are left out where nothing asks for them, and named in words where something does. `without`: members of which no text
 * can stand for a value (files).
 */
export function exampleInput(schema: SchemaObject, without: readonly string[] = []): JsonObject {
  const required = new Set(schema.required ?? []);
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, member]): [string, JsonValue][] => {
    if ('$ref' in member || without.includes(name)) return [];
    // A schema object of the document that is no reference.
    const value = exampleValue(name, member as SchemaObject);
    const isWanted = required.has(name) || (!OF_THE_BASE.has(name) && isPlain(member as SchemaObject));
    return value === undefined || !isWanted ? [] : [[name, value]];
  });
  return Object.fromEntries(members);
}

function isPlain(schema: SchemaObject): boolean {
  return (
    ['string', 'integer', 'number', 'boolean'].includes(typeOf(schema)) && schema.format !== 'iri-reference'
  );
}

function exampleValue(name: string, schema: SchemaObject): JsonValue | undefined {
  if (schema.default !== undefined) return schema.default as JsonValue; // defaults come from JSON files
  if (schema.enum !== undefined) return schema.enum[0] as JsonValue; // so do enums
  switch (typeOf(schema)) {
    case 'string':
      return exampleText(name, schema);
    case 'integer':
    case 'number':
      return schema.minimum ?? (schema.maximum === undefined || schema.maximum >= 1 ? 1 : schema.maximum);
    case 'boolean':
      return false;
    case 'array':
      return [];
    case 'object':
      return exampleInput(schema);
    default:
      return undefined;
  }
}

const TEXT_OF_FORMAT: Readonly<Record<string, string>> = {
  'date-time': '2030-01-31T12:00:00+00:00',
  date: '2030-01-31',
  time: '12:00:00',
  email: 'someone@example.com',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  uuid: '3f2b8c1e-6d4a-4a57-9a0e-5b1c7d2e9f10',
  password: 'a long password',
};

/** Nothing where a pattern decides: whatever stood there would be refused. */
function exampleText(name: string, schema: SchemaObject): string | undefined {
  if (schema.pattern !== undefined) return undefined;
  if (schema.format === 'iri-reference') return `IRI of the ${name}`;
  const text = TEXT_OF_FORMAT[schema.format ?? ''] ?? `Some ${name}`;
  return text
    .padEnd(schema.minLength ?? 0, '.')
    .slice(0, schema.maxLength ?? text.length + (schema.minLength ?? 0));
}

/** The type that is not null. */
function typeOf({ type }: SchemaObject): string {
  const types = Array.isArray(type) ? type : [type];
  return types.find((one) => one !== 'null') ?? '';
}
