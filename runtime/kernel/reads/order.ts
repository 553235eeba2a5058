import type { AskedParameters } from '../contract/asked.js';
import type { OrderDescriptor } from '../contract/resource.js';
import { VIOLATION_CODES } from '../contract/violation-codes.js';
import { validationFailed } from '../errors/catalog.js';
import type { RegisteredResource } from '../metadata/resource-registry.js';
import type { AskedPaths } from './asked-paths.js';
import type { DeclaredParameters } from '../contract/operations.js';
import { mapParameter } from './asked-parameter.js';

/**
 * `order by` list of a collection: what the request asks for in place of the default, then the id for stable paging.
 * @throws AppError 422 for a direction that is neither `asc` nor `desc` (core.md section 12).
 */
export function orderClause(
  { baseTable }: RegisteredResource,
  { declared, paths }: { readonly declared: DeclaredParameters; readonly paths: AskedPaths },
  list: AskedParameters,
): string {
  const asked = readOrder(declared, list);
  const order = asked.length > 0 ? asked : declared.order;
  const newestFirst = order.length === 0 && baseTable !== null ? ['b.created_at desc'] : [];
  const parts = order.map(({ field, direction }) => `${paths.expression(field)} ${direction}`);
  return [...newestFirst, ...parts, 't.id'].join(', ');
}

function readOrder({ orderFields }: DeclaredParameters, list: AskedParameters): OrderDescriptor[] {
  return mapParameter(list, 'order').flatMap(([field, value]): OrderDescriptor[] => {
    const direction = typeof value === 'string' ? value.toLowerCase() : '';
    if (direction !== 'asc' && direction !== 'desc') {
      const message = 'The value you selected is not a valid choice.';
      throw validationFailed([{ propertyPath: `order[${field}]`, message, code: VIOLATION_CODES.choice }]);
    }
    return orderFields.includes(field) ? [{ field, direction }] : [];
  });
}
