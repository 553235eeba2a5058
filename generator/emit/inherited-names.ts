import type { JsonObject, JsonValue } from '../../runtime/kernel/contract/json.js';
import { INHERITED_NAMES } from '../schema/reserved-names.js';

const MASK = 'GeneratedName_';

/**
 * Gives members and shapes of a schema that are named like an inherited one (`constructor`, `toString`, `__proto__`)
 * another name: json-schema-to-typescript looks members up without asking whether they are an object's own.
 */
export function maskInheritedNames(schema: JsonObject): JsonObject {
  const entries = Object.entries(schema).map(([keyword, value]): [string, JsonValue | undefined] => [
    keyword,
    maskKeyword(keyword, value),
  ]);
  return Object.fromEntries(entries);
}

/** Puts the names back into the text that was made of a masked schema. */
export function unmaskInheritedNames(text: string): string {
  return text.replaceAll(new RegExp(`${MASK}(\\w+)`, 'g'), '$1');
}

/** Looks into schemas only: a default or an enum may hold the same names, and they stay. */
function maskKeyword(keyword: string, value: JsonValue | undefined): JsonValue | undefined {
  switch (keyword) {
    case 'properties':
    case '$defs':
      return isObject(value) ? maskKeys(value) : value;
    case 'required':
      return Array.isArray(value) ? value.map((name) => maskName(String(name))) : value;
    case '$ref':
      return String(value).replace(/[^/]+$/, maskName);
    case 'items':
    case 'additionalProperties':
      return isObject(value) ? maskInheritedNames(value) : value;
    case 'allOf':
    case 'anyOf':
    case 'oneOf':
      return Array.isArray(value)
        ? value.map((part: JsonValue) => (isObject(part) ? maskInheritedNames(part) : part))
        : value;
    default:
      return value;
  }
}

function maskKeys(schemas: JsonObject): JsonObject {
  const entries = Object.entries(schemas).map(([name, schema]): [string, JsonValue | undefined] => [
    maskName(name),
    isObject(schema) ? maskInheritedNames(schema) : schema,
  ]);
  return Object.fromEntries(entries);
}

function maskName(name: string): string {
  return INHERITED_NAMES.has(name) ? `${MASK}${name}` : name;
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
