import type { JsonValue } from '../contract/json.js';
import type { JsonTypeName } from '../contract/schema/resource.js';

/** Whether a value of a body has the JSON type that violation messages call by this name. */
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
