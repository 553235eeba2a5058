import type { ParameterObject, ReferenceObject, SchemaObject } from 'openapi3-ts/oas31';
import { DEFAULT_PAGINATION } from '../kernel/contract/schema/complete-descriptor.js';
import type { FilterDescriptor, PaginationDescriptor } from '../kernel/contract/schema/resource.js';
import type { DocumentedDescriptor } from './documented-resource.js';
import { queryParameter } from './parts.js';
import { parameter, sizeParameter } from './shared-by-types.js';

/** Returns the query parameters of a list (components.md sections 7.3 and 7.4). */
export function listParameters(
  descriptor: DocumentedDescriptor,
): readonly (ParameterObject | ReferenceObject)[] {
  const { pagination } = descriptor;
  return [
    ...(pagination.enabled ? [parameter('Page')] : []),
    ...(pagination.enabled && pagination.clientItemsPerPage ? [sizeOf(pagination)] : []),
    ...(pagination.clientEnabled ? [parameter('Pagination')] : []),
    ...searchParameter(descriptor),
    ...descriptor.orderFields.map((field) =>
      queryParameter(`order[${field}]`, { type: 'string', enum: ['asc', 'desc'] }, `Sorts by ${field}.`),
    ),
    ...descriptor.filters.flatMap(filterParameters),
  ];
}

function sizeOf(pagination: PaginationDescriptor): ParameterObject | ReferenceObject {
  const { itemsPerPage, maximumItemsPerPage } = DEFAULT_PAGINATION;
  const isUsual =
    pagination.itemsPerPage === itemsPerPage && pagination.maximumItemsPerPage === maximumItemsPerPage;
  return isUsual ? parameter('PerPage') : sizeParameter(pagination);
}

export function searchParameter({ searchFields }: DocumentedDescriptor): readonly ParameterObject[] {
  if (searchFields.length === 0) return [];
  return [queryParameter('search', { type: 'string' }, `Searches for a text in ${searchFields.join(', ')}.`)];
}

function filterParameters(filter: FilterDescriptor): readonly ParameterObject[] {
  const { parameter, strategy, field } = filter;
  const text: SchemaObject = { type: 'string' };
  switch (strategy) {
    case 'boolean': {
      const either: SchemaObject = {
        type: 'array',
        items: { type: 'string', enum: ['0', '1', 'true', 'false'] },
      };
      return [
        queryParameter(parameter, { type: 'boolean' }, `Filters by ${field}.`),
        queryParameter(`${parameter}[]`, either, `One or both values of ${field}.`),
        queryParameter(`${parameter}[not]`, { type: 'boolean' }, `Excludes a value of ${field}.`),
      ];
    }
    case 'exists':
      return [queryParameter(parameter, { type: 'boolean' }, `Whether ${field} has a value.`)];
    case 'date':
      return ['after', 'before', 'strictly_after', 'strictly_before'].map((bound) =>
        queryParameter(`${parameter}[${bound}]`, text, `Limit for ${field}${DATES}`),
      );
    case 'range':
      return ['gt', 'gte', 'lt', 'lte', 'between'].map((bound) =>
        queryParameter(`${parameter}[${bound}]`, text, `Limit for ${field}.`),
      );
    case 'exact':
    case 'partial':
    case 'start':
    case 'end': {
      const texts: SchemaObject = { type: 'array', items: text };
      return [
        queryParameter(parameter, text, `Filters by ${field} (${strategy}).`),
        queryParameter(
          `${parameter}[]`,
          texts,
          `Filters by several values of ${field}, one of which must match (${strategy}).`,
        ),
        queryParameter(`${parameter}[not]`, text, `Excludes a value of ${field} (${strategy}).`),
        queryParameter(`${parameter}[not][]`, texts, `Excludes several values of ${field} (${strategy}).`),
      ];
    }
  }
}

const DATES = ': ISO 8601, or `now` or `today` with offsets such as `today+7d`.';
