import type { JsonObject, JsonValue } from '../../../kernel/contract/json.js';
import { isJsonObject } from '../../../kernel/util/json-object.js';
import { reasonOf } from '../../../kernel/util/failures/reason-of.js';

export const MANIFEST = 'manifest.json';
const FORMAT = 'cms-export';
const VERSION = 1;

/** The manifest of an export folder. */
export interface FolderManifest {
  /** System that the keys come from; null if they are record ids. */
  readonly source: string | null;
  /** Files by type. `isComplete` means that the file contains all records of the type. */
  readonly types: Readonly<Record<string, { readonly records: number; readonly isComplete: boolean }>>;
}

export const printManifest = ({ source, types }: FolderManifest): string =>
  `${JSON.stringify({ format: FORMAT, version: VERSION, source, types }, null, 2)}\n`;

/** Parses a manifest. Returns an error message if it is invalid. */
export function parseManifest(text: string): FolderManifest | string {
  let read: JsonValue;
  try {
    read = JSON.parse(text) as JsonValue; // JSON.parse returns JSON
  } catch (error) {
    return `${MANIFEST} is not valid JSON: ${reasonOf(error)}`;
  }
  if (!isJsonObject(read) || read['format'] !== FORMAT)
    return `${MANIFEST} is not the manifest of an export: "format" is not "${FORMAT}".`;
  if (read['version'] !== VERSION)
    return `${MANIFEST} has format version ${JSON.stringify(read['version'] ?? null)}, but this release reads version ${VERSION}.`;
  const { source = null, types } = read;
  if (source !== null && typeof source !== 'string') return `"source" of ${MANIFEST} is not a string.`;
  if (!isJsonObject(types)) return `"types" of ${MANIFEST} is not an object.`;
  return { source, types: readTypes(types) };
}

function readTypes(types: JsonObject): FolderManifest['types'] {
  return Object.fromEntries(
    Object.entries(types).map(([name, entry]) => {
      const { records = 0, isComplete = false } = isJsonObject(entry) ? entry : {};
      return [name, { records: Number(records), isComplete: isComplete === true }];
    }),
  );
}
