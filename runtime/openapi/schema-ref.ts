import type { ReferenceObject } from 'openapi3-ts/oas31';

/** Reference to a schema of the document. */
export function schemaRef(name: string): ReferenceObject {
  return { $ref: `#/components/schemas/${name}` };
}
