import type { JsonObject, JsonValue } from 'cms-api-components/internal/kernel/contract/json.js';
import { TIME_OF_DAY } from 'cms-api-components/internal/kernel/contract/schema/time-of-day.js';
import type { JsonSchemaNode } from '../schema/definition.js';
import { shapeName } from './build-values.js';
import { publishedPattern } from './published-pattern.js';

/** Schema keywords that are copied to client schemas. */
const KEPT = [
  'type',
  'title',
  'description',
  'format',
  'enum',
  'const',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  'required',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
  'tsType',
] as const;

/** Returns a shape without platform keywords. All references become `#/$defs/<shape>`. */
export function clientNode(node: JsonSchemaNode): JsonObject {
  const schema: Record<string, JsonValue | undefined> = {};
  for (const keyword of KEPT) {
    if (node[keyword] !== undefined) schema[keyword] = node[keyword];
  }
  const pattern = node.pattern === undefined ? undefined : publishedPattern(node.pattern);
  if (pattern !== undefined) schema['pattern'] = pattern;
  // The JSON Schema format requires an offset, which times of day don't have here.
  if (node.format === 'time') {
    delete schema['format'];
    schema['pattern'] ??= TIME_OF_DAY.source;
  }
  if (node.$ref !== undefined) schema['$ref'] = `#/$defs/${shapeName(node.$ref)}`;
  if (node.items !== undefined) schema['items'] = clientNode(node.items);
  if (node.properties !== undefined) {
    schema['properties'] = Object.fromEntries(
      Object.entries(node.properties).map(([name, child]) => [name, clientNode(child)]),
    );
  }
  const extra = node.additionalProperties;
  if (extra !== undefined)
    schema['additionalProperties'] = typeof extra === 'boolean' ? extra : clientNode(extra);
  for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const) {
    const parts = node[keyword];
    if (parts !== undefined) schema[keyword] = parts.map(clientNode);
  }
  return schema;
}
