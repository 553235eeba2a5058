import type { ParameterObject, ReferenceObject, ResponseObject, SchemaObject } from 'openapi3-ts/oas31';
import type { Components } from '../kernel/contract/http/api-part.js';
import { DEFAULT_PAGINATION } from '../kernel/contract/schema/complete-descriptor.js';
import type { PaginationDescriptor } from '../kernel/contract/schema/resource.js';
import { componentRef, schemaRef } from './component-ref.js';
import { document, flag, queryParameter } from './parts.js';

/** Components that the paths of many types share, by name. */
export const SHARED_BY_TYPES = {
  parameters: {
    Path: {
      name: 'path',
      in: 'header',
      required: false,
      description: 'Path or IRI of the current page. Required for dynamic positions and `pageDataPath`.',
      schema: { type: 'string' },
    },
    IfMatch: {
      name: 'If-Match',
      in: 'header',
      required: false,
      description:
        '`ETag` of the version that the change is based on. If the record has another version, the response is 412. `*` matches any version.',
      schema: { type: 'string', default: '*' },
    },
    Published: flag('published', 'Selects the published version instead of the draft.'),
    ValidatePublished: flag('validate_published', 'Rejects content that cannot be published.'),
    Page: queryParameter('page', { type: 'integer', minimum: 1, default: 1 }, 'Page number.'),
    PerPage: sizeParameter(DEFAULT_PAGINATION),
    Pagination: queryParameter(
      'pagination',
      { type: 'boolean', default: true },
      'Whether the list is paginated.',
    ),
    Download: flag('download', 'Sends the file as an attachment.'),
  },
  responses: {
    Done: { description: 'Success. The response has no body.' },
    // The response is 404 both for a missing record and for a field without a file.
    NoFile: {
      description: 'The file does not exist. The body is plain text if the field of the record is empty.',
      content: {
        'application/problem+json': { schema: schemaRef('Error') },
        'text/plain': { schema: { type: 'string' } },
      },
    },
    Usage: usageResponse(),
  },
} satisfies Components;

export const parameter = (name: keyof (typeof SHARED_BY_TYPES)['parameters']): ReferenceObject =>
  componentRef('parameters', name);

export function sizeParameter(
  sizes: Pick<PaginationDescriptor, 'itemsPerPage' | 'maximumItemsPerPage'>,
): ParameterObject {
  const { itemsPerPage, maximumItemsPerPage } = sizes;
  const schema: SchemaObject = { type: 'integer', minimum: 0, default: itemsPerPage };
  return queryParameter(
    'perPage',
    schema,
    `Number of records per page. Larger values are reduced to ${maximumItemsPerPage}.`,
  );
}

function usageResponse(): ResponseObject {
  const count: SchemaObject = { type: 'integer', minimum: 0 };
  return document('The number of uses.', {
    type: 'object',
    properties: { positionCount: count, pageDataCount: count, total: count },
    additionalProperties: true,
  });
}
