import type { JsonObject, JsonValue } from '../kernel/contract/json.js';
import { isLocalFile } from './local-file.js';
import { ScaffoldError } from './scaffold-error.js';
import {
  IRI_OF,
  isScaffoldReference,
  isScaffoldResource,
  type ScaffoldResource,
} from './scaffold-resource.js';

/** Gives the IRI of a resource that stands in a value, which is stored first. */
type IriOfResource = (resource: ScaffoldResource) => Promise<string>;

/**
 * Declared members as a request body carries them. A local file stays as it is: the write stores it, so that what is kept or
 * refused leaves none.
 * @throws ScaffoldError for a value that cannot be stored
 */
export const encodeValues = (values: object, iriOf: IriOfResource): Promise<JsonObject> =>
  encodeMembers(values, async (value) => (isLocalFile(value) ? { ...value } : encodeValue(value, iriOf)));

async function encodeValue(value: unknown, iriOf: IriOfResource): Promise<JsonValue> {
  if (isScaffoldReference(value)) return value[IRI_OF]();
  if (isScaffoldResource(value)) return iriOf(value);
  if (isLocalFile(value))
    throw new ScaffoldError('localFile() belongs into an upload field, not inside other values.');
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) {
    const entries: JsonValue[] = [];
    for (const entry of value) entries.push(await encodeValue(entry, iriOf));
    return entries;
  }
  if (typeof value === 'object' && value !== null)
    return encodeMembers(value, (member) => encodeValue(member, iriOf));
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new ScaffoldError(`A scaffold value cannot be stored: ${String(value)}`);
}

/** One after the other: a value may be a resource that has to be stored first, and writes keep their declared order. */
async function encodeMembers(
  values: object,
  encode: (value: unknown) => Promise<JsonValue>,
): Promise<JsonObject> {
  const body: Record<string, JsonValue> = {};
  for (const [member, value] of Object.entries(values))
    if (value !== undefined) body[member] = await encode(value);
  return body;
}
