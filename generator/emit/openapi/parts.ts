import type {
  OperationObject,
  ParameterObject,
  ReferenceObject,
  RequestBodyObject,
  ResponseObject,
  ResponsesObject,
  SchemaObject,
} from 'openapi3-ts/oas31';

export const JSON_LD = 'application/ld+json';
export const MERGE_PATCH = 'application/merge-patch+json';

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

const PROBLEMS: Readonly<Record<number, string>> = {
  400: "The request can't be understood, or names a record that does not exist.",
  401: 'The caller is not signed in.',
  403: 'The caller may not do this.',
  404: 'Nothing is found here.',
  409: 'The state of the record does not allow this.',
  413: 'The body is too large.',
  415: 'The media type of the body is not accepted.',
  429: 'Too many requests; `Retry-After` says when to come back.',
  501: "The configured cache can't do this.",
  502: 'The cache did not answer.',
  503: 'A service that is needed does not answer.',
};

/** Responses for errors: problem documents, and violations for 422. */
export function problems(...statuses: readonly number[]): ResponsesObject {
  return Object.fromEntries(
    statuses.map((status): [string, ResponseObject] => {
      const isList = status === 422;
      const description = isList ? 'The values break rules.' : (PROBLEMS[status] ?? 'An error.');
      // The body of a 401 is that of the sign-in, not a problem (core.md section 2.4).
      const type = status === 401 ? 'application/json' : 'application/problem+json';
      const name = status === 401 ? 'Unauthorized' : isList ? 'ConstraintViolation' : 'Error';
      return [String(status), { description, content: { [type]: { schema: schemaRef(name) } } }];
    }),
  );
}

export interface OperationInput {
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly ParameterObject[];
  readonly body?: RequestBodyObject;
  readonly responses: ResponsesObject;
  /** Nobody needs to be signed in. */
  readonly open?: boolean;
}

function isAddressed({ parameters = [] }: OperationInput): boolean {
  return parameters.some((parameter) => parameter.in === 'path');
}

export function operation(input: OperationInput): OperationObject {
  return {
    operationId: input.id,
    tags: [input.tag],
    summary: input.summary,
    ...(input.description === undefined ? {} : { description: input.description }),
    ...(input.parameters === undefined || input.parameters.length === 0
      ? {}
      : { parameters: [...input.parameters] }),
    ...(input.body === undefined ? {} : { requestBody: input.body }),
    // A path that is not properly encoded is refused before anything is looked up.
    responses: isAddressed(input) ? { ...problems(400), ...input.responses } : input.responses,
    ...(input.open === true ? { security: [] } : {}),
  };
}
