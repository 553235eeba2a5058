import type { JsonObject, JsonValue } from '../../../kernel/contract/json.js';
import { wholeSeconds } from '../../../kernel/serializer/date-time.js';
import { isReference, referencesIn } from '../../../kernel/records/references.js';
import type { TransferredField } from './transferred.js';

/** Members of a line that are not members of its type. */
export const KEY = '@key';
export const CREATED = '@created';
export const TYPE = '@type';

/**
 * Encodes a stored value for a line: dates with second precision, as in request bodies, and records as keys. Files are
 * handled separately.
 */
export function encodeValue(field: TransferredField, value: unknown): JsonValue {
  if (field.kind === 'to-many') return referencesIn(value).map(({ id }) => id);
  if (value === null || value === undefined) return null;
  if (isReference(value)) return value.id;
  if (value instanceof Date) return wholeSeconds(value).toISOString().replace('.000Z', 'Z');
  return value as JsonValue; // scalar columns contain JSON values
}

/** Serializes a line without its line break. */
export const printLine = (line: JsonObject): string => JSON.stringify(line);
