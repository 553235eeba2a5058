import type { Database } from '../../../kernel/contract/database/database.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import type { IriConverter } from '../../../kernel/metadata/iri-converter.js';
import type { ResourceRegistry } from '../../../kernel/metadata/resource-registry.js';
import type { PreviewLink } from '../resource.js';

/** Returns the IRIs of the subjects of links. */
export type ComputeMembers = (links: readonly PreviewLink[]) => Promise<readonly JsonObject[]>;

/** One look-up for all routes, whose IRIs are paths. */
export function createComputeMembers(deps: {
  readonly registry: ResourceRegistry;
  readonly iris: IriConverter;
  readonly database: Database;
}): ComputeMembers {
  const { registry, iris, database } = deps;
  const byIds = `select r.id as id, r.route as path from ${database.table('route')} r where ${database.dialect.anyOf('r.id', 'ids', 'uuid')}`;

  async function pathsOf(links: readonly PreviewLink[]): Promise<ReadonlyMap<string, string>> {
    const ids = links.flatMap(({ subjectType, subjectId }) => (subjectType === 'Route' ? [subjectId] : []));
    if (ids.length === 0) return new Map();
    const rows = await database.all<{ readonly id: string; readonly path: string }>(byIds, { ids });
    return new Map(rows.map(({ id, path }) => [id, path]));
  }

  return async (links) => {
    const paths = await pathsOf(links);
    return links.map(({ subjectType, subjectId }): JsonObject => {
      const resource = registry.get(subjectType);
      if (resource === undefined) return {};
      if (subjectType !== 'Route')
        return { [subjectType === 'Page' ? 'page' : 'pageData']: iris.item(resource, subjectId) };
      const path = paths.get(subjectId);
      return path === undefined ? {} : { route: iris.item(resource, path) };
    });
  };
}
