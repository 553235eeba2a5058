import type {
  OperationObject,
  ParameterObject,
  ReferenceObject,
  RequestBodyObject,
  ResponseObject,
  ResponsesObject,
  SchemaObject,
} from 'openapi3-ts/oas31';
import { JSON_LD } from '../kernel/contract/http/media-types.js';
import { componentRef } from './component-ref.js';
import { problems } from './problems.js';

export function queryParameter(name: string, schema: SchemaObject, description: string): ParameterObject {
  return { name, in: 'query', required: false, description, schema };
}

export function pathParameter(
  name: string,
  description: string,
  schema: SchemaObject = { type: 'string' },
): ParameterObject {
  return { name, in: 'path', required: true, description, schema };
}

export function flag(name: string, description: string): ParameterObject {
  return queryParameter(name, { type: 'boolean', default: false }, description);
}

/** Returns a response with a JSON-LD body. */
export function document(description: string, schema: SchemaObject | ReferenceObject): ResponseObject {
  return { description, content: { [JSON_LD]: { schema } } };
}

/** Response without a body. */
export const DONE = componentRef('responses', 'Done');

/** Header that names the visitor's page (components.md section 8.4). */
export const PATH_HEADER = componentRef('parameters', 'Path');

export function jsonBody(
  schema: SchemaObject | ReferenceObject,
  mediaTypes: readonly string[] = [JSON_LD, 'application/json'],
  description = 'The members to write.',
): RequestBodyObject {
  return {
    description,
    required: true,
    content: Object.fromEntries(mediaTypes.map((type) => [type, { schema }])),
  };
}

export interface OperationInput {
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly (ParameterObject | ReferenceObject)[];
  readonly body?: RequestBodyObject | ReferenceObject;
  readonly responses: ResponsesObject;
  /** True if the operation needs no session. */
  readonly open?: boolean;
  /** True if the endpoint responds before the session is read, so that an expired one is ignored. */
  readonly ignoresSession?: boolean;
}

/** Returns one operation of a path. */
export function operation(input: OperationInput): OperationObject {
  return {
    operationId: input.id,
    tags: [input.tag],
    summary: input.summary,
    description: input.description,
    ...(input.open === true ? { security: [] } : {}),
    ...(input.parameters === undefined || input.parameters.length === 0
      ? {}
      : { parameters: [...input.parameters] }),
    ...(input.body === undefined ? {} : { requestBody: input.body }),
    responses: {
      // An invalid path encoding is refused before any look-up, and an expired session before any action.
      ...(isAddressed(input) ? problems(400) : {}),
      ...(input.ignoresSession === true ? {} : problems(401)),
      ...input.responses,
    },
  };
}

function isAddressed({ parameters = [] }: OperationInput): boolean {
  return parameters.some((parameter) => 'in' in parameter && parameter.in === 'path');
}
