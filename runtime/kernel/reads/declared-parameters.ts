import type { Actor } from '../contract/context.js';
import type { DeclaredParameters } from '../contract/records/operations.js';
import type { RegisteredResource, ResourceRegistry } from '../metadata/resource-registry.js';
import { createFieldAccess, type ExpressionGuard } from '../serializer/field-access.js';

/** Returns whether a caller may read a field, and every field along its path, on all records. */
export type ReadsPath = (resource: RegisteredResource, path: string, actor: Actor) => boolean;

/** Returns the query parameters of a list for one caller, without those on hidden fields. */
export type DeclaredTo = (resource: RegisteredResource, actor: Actor) => DeclaredParameters;

export function createReadsPath(deps: {
  readonly registry: ResourceRegistry;
  readonly guard: ExpressionGuard;
}): ReadsPath {
  const tests = new Map<string, (actor: Actor) => boolean>();
  /** Builds a check for each field along the path. */
  function build(resource: RegisteredResource, path: string): (actor: Actor) => boolean {
    const [name = '', ...rest] = path.split('.');
    const field = resource.field(name);
    // Ids are never hidden, because IRIs contain them.
    if (field === undefined) return () => name === 'id';
    const reads = createFieldAccess(resource, deps.guard).canReadAll(field);
    if (rest.length === 0 || !('target' in field)) return reads;
    const readsRest = build(deps.registry.require(field.target), rest.join('.'));
    return (actor) => reads(actor) && readsRest(actor);
  }
  return (resource, path, actor) => {
    const key = `${resource.name} ${path}`;
    let test = tests.get(key);
    if (test === undefined) tests.set(key, (test = build(resource, path)));
    return test(actor);
  };
}

export function createDeclaredTo(readsPath: ReadsPath): DeclaredTo {
  return (resource, actor) => {
    const reads = (path: string): boolean => readsPath(resource, path, actor);
    return {
      order: resource.order.filter(({ field }) => reads(field)),
      orderFields: resource.orderFields.filter(reads),
      searchFields: resource.searchFields.filter(reads),
      filters: resource.filters.filter(({ field }) => reads(field)),
    };
  };
}
