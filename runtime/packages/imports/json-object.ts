import type { JsonObject, JsonValue } from 'cms-api-components';

/** Returns whether a JSON value is an object: neither a scalar nor null nor a list. */
export const isJsonObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the value if it is an object, otherwise an empty object. */
export const objectOf = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {});
