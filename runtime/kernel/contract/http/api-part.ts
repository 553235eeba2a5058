import type { ComponentsObject, PathsObject, TagObject } from 'openapi3-ts/oas31';
import type { Endpoint } from './http.js';
import type { JsonObject } from '../json.js';

/**
 * Part of the OpenAPI document: the built-in types, the generated ones (`generated/openapi.json`) or the
 * endpoints of a feature. Paths have no prefix. A reference may point to a component of another part.
 */
export interface ApiPart {
  /** Tags that group operations. */
  readonly tags?: readonly TagObject[];
  readonly paths: PathsObject;
  readonly components?: Components;
}

/** The component kinds that references may point to. */
export type Components = Pick<ComponentsObject, 'parameters' | 'requestBodies' | 'responses' | 'schemas'>;

/** The endpoint that an OpenAPI operation describes. The path has no prefix. */
export interface DescribedEndpoint extends Pick<Endpoint, 'method' | 'authentication'> {
  readonly path: string;
}

/** Returns an OpenAPI operation with additions, or unchanged. */
export type DescribeOperation = (operation: JsonObject, endpoint: DescribedEndpoint) => JsonObject;
