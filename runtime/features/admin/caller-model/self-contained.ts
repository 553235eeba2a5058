import type { JsonObject, JsonValue } from '../../../kernel/contract/json.js';
import { isJsonObject } from '../../../kernel/util/json-object.js';

const REFERENCE = '#/components/schemas/';

/** Keywords that hold values, which look like schemas by chance alone. */
const VALUES: ReadonlySet<string> = new Set(['default', 'enum', 'const', 'required']);
/** Keywords that say nothing to who sends a body: what a schema does not name is ignored, not refused. */
const LEFT_OUT: ReadonlySet<string> = new Set(['examples', 'example']);

/**
 * A schema of the documentation as a schema by itself: with what it refers to in its place. What refers to itself is described once, and
 * within that takes anything.
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
      // The names of members are no keywords.
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
