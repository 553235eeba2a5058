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
      description: 'Path or IRI of the current page; resolves dynamic positions and `pageDataPath`.',
      schema: { type: 'string' },
    },
    IfMatch: {
      name: 'If-Match',
      in: 'header',
      required: false,
      description:
        'The `ETag` of the record as the change was made of it: 412 when it has another version by now. `*` takes any.',
      schema: { type: 'string', default: '*' },
    },
    Published: flag('published', 'Select the published version in place of the draft.'),
    ValidatePublished: flag('validate_published', 'Refuse content that could not be published.'),
    Page: queryParameter('page', { type: 'integer', minimum: 1, default: 1 }, 'Number of the page.'),
    PerPage: sizeParameter(DEFAULT_PAGINATION),
    Pagination: queryParameter(
      'pagination',
      { type: 'boolean', default: true },
      'Whether the list is paged.',
    ),
    Download: flag('download', 'Answer as an attachment.'),
  },
  responses: {
    Done: { description: 'Done; no body.' },
    // The response is 404 both for a missing record and for a field without a file.
    NoFile: {
      description: 'There is no such file; plain text where the field of the record is empty.',
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
    `Records on a page: at most ${maximumItemsPerPage}, however many are asked for.`,
  );
}

function usageResponse(): ResponseObject {
  const count: SchemaObject = { type: 'integer', minimum: 0 };
  return document('The counts.', {
    type: 'object',
    properties: { positionCount: count, pageDataCount: count, total: count },
    additionalProperties: true,
  });
}
