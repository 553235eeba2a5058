import type { JsonValue } from '../contract/json.js';

/** Returns the IRI of a relation in a body. It is a string, or a document with an `@id`. */
export function sentIri(raw: JsonValue): string | undefined {
  if (typeof raw === 'string') return raw;
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return undefined;
  // Array.isArray does not exclude readonly arrays.
  const id = (raw as { readonly '@id'?: JsonValue })['@id'];
  return typeof id === 'string' ? id : undefined;
}
