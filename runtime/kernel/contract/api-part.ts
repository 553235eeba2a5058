import type { ComponentsObject, PathsObject, TagObject } from 'openapi3-ts/oas31';

/**
 * A part of the documentation: the built-in types, the generated ones (`generated/openapi.json`), or the endpoints of a
 * feature. Paths have no prefix. A reference may lead to a component of another part.
 */
export interface ApiPart {
  /** Groups of operations. */
  readonly tags?: readonly TagObject[];
  readonly paths: PathsObject;
  readonly components?: Components;
}

/** The components that references lead to. */
export type Components = Pick<ComponentsObject, 'parameters' | 'requestBodies' | 'responses' | 'schemas'>;
