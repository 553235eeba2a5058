import type { ComponentsObject, PathsObject, TagObject } from 'openapi3-ts/oas31';
import type { Endpoint } from './http.js';
import type { JsonObject } from '../json.js';

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

/** What an operation of the document describes; the path has no prefix. */
export interface DescribedEndpoint extends Pick<Endpoint, 'method' | 'authentication'> {
  readonly path: string;
}

/** Answers an OpenAPI operation with what is to be added to it, or as it is. */
export type DescribeOperation = (operation: JsonObject, endpoint: DescribedEndpoint) => JsonObject;
