import type { ReferenceObject } from 'openapi3-ts/oas31';
import type { Components } from '../kernel/contract/http/api-part.js';

/**
 * Returns a reference to a component of the document. With hundreds of types, most of the document would otherwise be
 * identical responses.
 */
export function componentRef(kind: keyof Components, name: string): ReferenceObject {
  return { $ref: `#/components/${kind}/${name}` };
}

/** Returns a reference to a schema of the document. */
export const schemaRef = (name: string): ReferenceObject => componentRef('schemas', name);
