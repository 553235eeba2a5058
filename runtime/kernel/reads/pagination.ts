import type { RequestedParameters } from '../contract/http/requested.js';
import type { PageRequest } from '../contract/records/operations.js';
import type { PaginationDescriptor } from '../contract/schema/resource.js';
import { badRequest } from '../errors/catalog.js';
import { scalarParameter } from './requested-parameter.js';

/**
 * Reads `page`, the page size parameter and `pagination` (components.md section 7.3).
 * @throws AppError 400 for a page below 1, a negative size, or page 2 with a size of 0.
 */
export function readPage(
  list: RequestedParameters,
  pagination: PaginationDescriptor,
  sizeParameter: string,
): PageRequest {
  if (!pagination.enabled || (pagination.clientEnabled && scalarParameter(list, 'pagination') === 'false')) {
    return { enabled: false };
  }
  const page = readInteger(scalarParameter(list, 'page')) ?? 1;
  if (page < 1) throw badRequest('Page should not be less than 1');
  const requested = pagination.clientItemsPerPage
    ? readInteger(scalarParameter(list, sizeParameter))
    : undefined;
  const perPage = Math.min(requested ?? pagination.itemsPerPage, pagination.maximumItemsPerPage);
  if (perPage < 0) throw badRequest('Limit should not be less than 0');
  if (perPage === 0 && page > 1) throw badRequest('Page should not be greater than 1 if limit is equal to 0');
  return { enabled: true, page, perPage };
}

const LARGEST_PAGE = 1_000_000_000;

/** Reads an integer. Other text counts as absent; numbers beyond any real page are capped. */
function readInteger(text: string | undefined): number | undefined {
  if (text === undefined || !/^[+-]?\d+$/.test(text)) return undefined;
  return Math.max(-1, Math.min(Number(text), LARGEST_PAGE));
}
