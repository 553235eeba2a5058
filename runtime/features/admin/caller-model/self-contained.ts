import type { JsonObject, JsonValue } from '../../../kernel/contract/json.js';
import { isJsonObject } from '../../../kernel/util/json-object.js';

const REFERENCE = '#/components/schemas/';

/** Keywords whose values are data and may only look like schemas. */
const VALUES: ReadonlySet<string> = new Set(['default', 'enum', 'const', 'required']);
/** Keywords that are omitted because they do not affect validation. */
const LEFT_OUT: ReadonlySet<string> = new Set(['examples', 'example']);

/**
 * Inlines the references of a documentation schema. A recursive schema is expanded once; below that, any value is
 * accepted.
 */
export function selfContained(
  schema: JsonValue,
  components: Readonly<Record<string, JsonValue>>,
  within: readonly string[] = [],
): JsonValue {
  if (Array.isArray(schema))
    return schema.map((entry: JsonValue) => selfContained(entry, components, within));
  if (!isJsonObject(schema)) return schema;
  const reference = schema.$ref;
  if (typeof reference === 'string' && reference.startsWith(REFERENCE)) {
    const name = reference.slice(REFERENCE.length);
    return within.includes(name) ? {} : selfContained(components[name] ?? {}, components, [...within, name]);
  }
  return Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value = null]): [string, JsonValue][] => {
      if (LEFT_OUT.has(keyword)) return [];
      if (VALUES.has(keyword)) return [[keyword, value]];
      // Member names are not keywords.
      if (keyword === 'properties' && isJsonObject(value))
        return [[keyword, membersOf(value, components, within)]];
      return [[keyword, selfContained(value, components, within)]];
    }),
  );
}

function membersOf(
  properties: JsonObject,
  components: Readonly<Record<string, JsonValue>>,
  within: readonly string[],
): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema = {}]) => [
      name,
      selfContained(schema, components, within),
    ]),
  );
}
