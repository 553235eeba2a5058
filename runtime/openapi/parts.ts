import type {
  MediaTypeObject,
  OperationObject,
  ParameterObject,
  ReferenceObject,
  RequestBodyObject,
  ResponseObject,
  ResponsesObject,
  SchemaObject,
} from 'openapi3-ts/oas31';
import type { JsonObject } from '../kernel/contract/json.js';
import { JSON_LD } from '../kernel/contract/media-types.js';

/** Reference to a schema of the document. */
export function schemaRef(name: string): ReferenceObject {
  return { $ref: `#/components/schemas/${name}` };
}

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

/** Header that names the page a visitor is on (components.md section 8.4). */
export const PATH_HEADER: ParameterObject = {
  name: 'path',
  in: 'header',
  required: false,
  description: 'Path or IRI of the current page; resolves dynamic positions and `pageDataPath`.',
  schema: { type: 'string' },
};

export function flag(name: string, description: string): ParameterObject {
  return queryParameter(name, { type: 'boolean', default: false }, description);
}

/** A response with a JSON-LD body. */
export function document(description: string, schema: SchemaObject | ReferenceObject): ResponseObject {
  return { description, content: { [JSON_LD]: { schema } } };
}

export const EMPTY: ResponseObject = { description: 'Done; no body.' };

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

/** By status: the name that the response has among the components, what it says, and the detail of an example. */
const PROBLEMS = {
  400: [
    'BadRequest',
    "The request can't be understood, or names a record that does not exist.",
    'Item not found for "/_/pages/none".',
  ],
  401: ['Unauthorized', 'The caller is not signed in.', ''],
  403: ['Forbidden', 'The caller may not do this.', 'Access Denied.'],
  404: ['NotFound', 'Nothing is found here.', 'Not Found'],
  413: ['ContentTooLarge', 'The body is too large.', 'The body is larger than 1048576 bytes.'],
  415: [
    'UnsupportedMediaType',
    'The media type of the body is not accepted.',
    'The content-type "text/plain" is not supported. Supported MIME types are "application/ld+json".',
  ],
  422: ['UnprocessableContent', 'The values break rules.', ''],
  429: [
    'TooManyRequests',
    'Too many requests; `Retry-After` says when to come back.',
    'Too many requests. Try again later.',
  ],
  503: [
    'ServiceUnavailable',
    'A service that is needed does not answer.',
    'The database does not answer. Try again later.',
  ],
} as const;

export type ProblemStatus = keyof typeof PROBLEMS;

/** Responses for errors: problem documents, and violations for 422. */
export function problems(...statuses: readonly ProblemStatus[]): ResponsesObject {
  return Object.fromEntries(statuses.map((status) => [String(status), problem(status)]));
}

/** The same by the names that they have among the components. */
export function namedProblems(): Record<string, ResponseObject> {
  const statuses = Object.keys(PROBLEMS).map((status) => Number(status) as ProblemStatus); // keys of the table
  return Object.fromEntries(statuses.map((status) => [PROBLEMS[status][0], problem(status)]));
}

function problem(status: ProblemStatus): ResponseObject {
  const [, description, detail] = PROBLEMS[status];
  // The body of a 401 is that of the sign-in, not a problem (core.md section 2.4).
  if (status === 401)
    return { description, content: { 'application/json': { schema: schemaRef('Unauthorized') } } };
  const content: MediaTypeObject =
    status === 422
      ? // What is wrong with the request as a whole names no member.
        { schema: { anyOf: [schemaRef('ConstraintViolation'), schemaRef('Error')] } }
      : { schema: schemaRef('Error'), example: problemExample(status, detail) };
  return { description, content: { 'application/problem+json': content } };
}

/** The members of a problem that say something. */
export function problemExample(status: number, detail: string): JsonObject {
  return { title: 'An error occurred', detail, status, type: `/errors/${status}`, description: detail };
}

export interface OperationInput {
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly ParameterObject[];
  readonly body?: RequestBodyObject;
  readonly responses: ResponsesObject;
  /** Nobody needs to be signed in. */
  readonly open?: boolean;
  /** Asked before the session is read: one that is over makes no difference. */
  readonly ignoresSession?: boolean;
}

/** One operation of a path; `sharePaths` makes references of what others say too. */
export function operation(input: OperationInput): OperationObject {
  return {
    operationId: input.id,
    tags: [input.tag],
    summary: input.summary,
    description: input.description,
    ...(input.parameters === undefined || input.parameters.length === 0
      ? {}
      : { parameters: [...input.parameters] }),
    ...(input.body === undefined ? {} : { requestBody: input.body }),
    responses: {
      // A path that is not properly encoded is refused before anything is looked up, a session that is over before anything is done.
      ...(isAddressed(input) ? problems(400) : {}),
      ...(input.ignoresSession === true ? {} : problems(401)),
      ...input.responses,
    },
    ...(input.open === true ? { security: [] } : {}),
  };
}

function isAddressed({ parameters = [] }: OperationInput): boolean {
  return parameters.some((parameter) => parameter.in === 'path');
}
