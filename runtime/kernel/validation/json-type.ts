import type { JsonValue } from '../contract/json.js';
import type { JsonTypeName } from '../contract/schema/resource.js';

/** Returns whether a body value has a JSON type, by its name in violation messages. */
export function isOfType(value: JsonValue, type: JsonTypeName): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string';
    case 'int':
      return Number.isSafeInteger(value);
    case 'float':
      return typeof value === 'number';
    case 'bool':
      return typeof value === 'boolean';
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
  }
}
