import type { RequestedParameters } from '../contract/http/requested.js';
import type { OrderDescriptor } from '../contract/schema/resource.js';
import { VIOLATION_CODES } from '../contract/records/violation-codes.js';
import { validationFailed } from '../errors/catalog.js';
import type { RegisteredResource } from '../metadata/resource-registry.js';
import type { OrderTerm } from '../records/list-sql.js';
import type { RequestedPaths } from './requested-paths.js';
import type { DeclaredParameters } from '../contract/records/operations.js';
import { mapParameter } from './requested-parameter.js';

/**
 * Builds the order of a collection: the requested one, or the default. @throws AppError 422 for a direction
 * other than `asc` or `desc` (core.md section 12).
 */
export function orderTerms(
  { baseTable }: RegisteredResource,
  { declared, paths }: { readonly declared: DeclaredParameters; readonly paths: RequestedPaths },
  list: RequestedParameters,
): readonly OrderTerm[] {
  const requested = readOrder(declared, list);
  const order = requested.length > 0 ? requested : declared.order;
  // Newest first, unless an order is declared.
  if (order.length === 0)
    return baseTable === null ? [] : [{ sql: 'b.created_at', direction: 'desc', mayBeNull: false }];
  return order.map(({ field, direction }) => ({
    // With several related records, the first in the requested direction counts.
    sql: paths.related(field)?.ordering(direction) ?? paths.expression(field),
    direction,
    mayBeNull: paths.mayBeNull(field),
  }));
}

function readOrder({ orderFields }: DeclaredParameters, list: RequestedParameters): OrderDescriptor[] {
  return mapParameter(list, 'order').flatMap(([field, value]): OrderDescriptor[] => {
    const direction = typeof value === 'string' ? value.toLowerCase() : '';
    if (direction !== 'asc' && direction !== 'desc') {
      const message = 'The value you selected is not a valid choice.';
      throw validationFailed([{ propertyPath: `order[${field}]`, message, code: VIOLATION_CODES.choice }]);
    }
    return orderFields.includes(field) ? [{ field, direction }] : [];
  });
}
