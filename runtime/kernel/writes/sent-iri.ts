import type { JsonValue } from '../contract/json.js';

/** Relations are sent as IRI strings; a document in their place stands for its `@id`. */
export function sentIri(raw: JsonValue): string | undefined {
  if (typeof raw === 'string') return raw;
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return undefined;
  // Array.isArray does not narrow readonly arrays away.
  const id = (raw as { readonly '@id'?: JsonValue })['@id'];
  return typeof id === 'string' ? id : undefined;
}
