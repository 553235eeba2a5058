import type { ReferenceObject } from 'openapi3-ts/oas31';
import type { Components } from '../kernel/contract/http/api-part.js';

/** Reference to a component of the document. At hundreds of types, most of a document would be the same answers otherwise. */
export function componentRef(kind: keyof Components, name: string): ReferenceObject {
  return { $ref: `#/components/${kind}/${name}` };
}

/** Reference to a schema of the document. */
export const schemaRef = (name: string): ReferenceObject => componentRef('schemas', name);
