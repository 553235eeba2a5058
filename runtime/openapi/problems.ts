import type { HeaderObject, MediaTypeObject, ResponseObject, ResponsesObject } from 'openapi3-ts/oas31';
import {
  forbidden,
  itemNotFound,
  kernelErrors,
  NO_TOKEN,
  notFound,
  payloadTooLarge,
  tooManyRequests,
  unauthorized,
  unsupportedMediaType,
  validationFailed,
} from '../kernel/errors/catalog.js';
import { DatabaseUnavailable } from '../kernel/errors/database-unavailable.js';
import { errorBody } from '../kernel/errors/problem-body.js';
import { VIOLATION_CODES } from '../kernel/contract/records/violation-codes.js';
import { componentRef, schemaRef } from './component-ref.js';

/** Placeholder in examples for the path prefix, which depends on the deployment. */
export const PREFIX_MARK = '{apiPrefix}';

/** Request id in examples. */
const REQUEST_ID = '0f8fad5b-d9cb-469f-a165-70867728950e';

const blank = { propertyPath: 'reference', message: 'Please enter a reference.' };

/** Error responses by status: component name, description, and example error. */
const PROBLEMS = {
  400: [
    'BadRequest',
    'The request is invalid, or references a record that does not exist.',
    itemNotFound(`${PREFIX_MARK}/_/pages/3f2b8c1e-6d4a-4a57-9a0e-5b1c7d2e9f10`),
  ],
  401: ['Unauthorized', 'The request is not authenticated.', unauthorized(NO_TOKEN)],
  403: ['Forbidden', 'The caller is not authorized for this request.', forbidden()],
  404: ['NotFound', 'The resource does not exist, or the caller is not allowed to see it.', notFound()],
  412: [
    'PreconditionFailed',
    '`If-Match` does not match the current version of the record. `version`, `author` and `date` describe the current version; `ETag` is the value for the next request.',
    kernelErrors.versionOutdated({
      etag: '"2-2jmj7l5rSw0yVb_vlWAYkK_YBwk"',
      version: 2,
      author: 'admin',
      date: '2026-01-01T00:00:00+00:00',
    }),
  ],
  413: ['ContentTooLarge', 'The body is too large.', payloadTooLarge(1024 ** 2)],
  415: [
    'UnsupportedMediaType',
    'The media type of the body is not supported.',
    unsupportedMediaType(
      'The content-type "text/plain" is not supported. Supported MIME types are "application/ld+json".',
    ),
  ],
  422: [
    'UnprocessableContent',
    'The values violate constraints. `Accept-Language` selects the language of the messages.',
    validationFailed([{ ...blank, code: VIOLATION_CODES.notBlank }]),
  ],
  428: [
    'PreconditionRequired',
    'The configuration requires `If-Match` for every change.',
    kernelErrors.preconditionRequired(),
  ],
  429: [
    'TooManyRequests',
    'Too many requests. Retry after the delay in `Retry-After`.',
    tooManyRequests(60, 'Too many failed login attempts, please try again later.'),
  ],
  503: [
    'ServiceUnavailable',
    'A required service is unavailable.',
    new DatabaseUnavailable('away', undefined),
  ],
} as const;

export type ProblemStatus = keyof typeof PROBLEMS;

/** Returns references to error responses: problem documents, and violations for 422. */
export function problems(...statuses: readonly ProblemStatus[]): ResponsesObject {
  return Object.fromEntries(
    statuses.map((status) => [String(status), componentRef('responses', PROBLEMS[status][0])]),
  );
}

/** Returns the error responses by name. */
export function namedProblems(): Record<string, ResponseObject> {
  const statuses = Object.keys(PROBLEMS).map((status) => Number(status) as ProblemStatus); // keys of the table
  return Object.fromEntries(statuses.map((status) => [PROBLEMS[status][0], problem(status)]));
}

const LANGUAGE: Readonly<Record<string, HeaderObject>> = {
  'Content-Language': {
    description: 'Language of the messages; absent without violations.',
    schema: { type: 'string', examples: ['de'] },
  },
};

function problem(status: ProblemStatus): ResponseObject {
  const [, description, error] = PROBLEMS[status];
  const example: unknown = errorBody(error, {
    apiPrefix: PREFIX_MARK,
    hydraPrefix: false,
    requestId: REQUEST_ID,
  });
  // The body of a 401 is that of the sign-in, not a problem (core.md section 2.4).
  if (status === 401)
    return { description, content: { 'application/json': { schema: schemaRef('Unauthorized'), example } } };
  const content: MediaTypeObject =
    status === 422
      ? // An error of the whole request names no field.
        { schema: { anyOf: [schemaRef('ConstraintViolation'), schemaRef('Error')] }, example }
      : { schema: schemaRef('Error'), example };
  return {
    description,
    ...(status === 422 ? { headers: LANGUAGE } : {}),
    content: { 'application/problem+json': content },
  };
}
