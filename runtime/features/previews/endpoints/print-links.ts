import type { RequestContext } from '../../../kernel/contract/context.js';
import type { Database } from '../../../kernel/contract/database/database.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import type { IriConverter } from '../../../kernel/metadata/iri-converter.js';
import type { ResourceRegistry } from '../../../kernel/metadata/resource-registry.js';
import { formatDateTime } from '../../../kernel/serializer/date-time.js';
import { TOKENS_PATH } from '../../access-tokens/public-api.js';
import type { PreviewLink, Subject } from '../links.js';

/** Serializes links for callers who may list them and for holders of the token. */
export type PrintLinks = (
  links: readonly PreviewLink[],
  context: RequestContext,
) => Promise<readonly JsonObject[]>;

/** One look-up for all routes, whose IRIs are paths. */
export function createPrintLinks(deps: {
  readonly registry: ResourceRegistry;
  readonly iris: IriConverter;
  readonly database: Database;
}): PrintLinks {
  const { registry, iris, database } = deps;
  const byIds = `select r.id as id, r.route as path from ${database.table('route')} r where ${database.dialect.anyOf('r.id', 'ids', 'uuid')}`;

  async function pathsOf(links: readonly PreviewLink[]): Promise<ReadonlyMap<string, string>> {
    const ids = links.flatMap(({ subject: { type, id } }) => (type === 'Route' ? [id] : []));
    if (ids.length === 0) return new Map();
    const rows = await database.all<{ readonly id: string; readonly path: string }>(byIds, { ids });
    return new Map(rows.map(({ id, path }) => [id, path]));
  }

  function subjectOf({ type, id }: Subject, paths: ReadonlyMap<string, string>): JsonObject {
    const resource = registry.get(type);
    if (resource === undefined) return {};
    if (type !== 'Route') return { [type === 'Page' ? 'page' : 'pageData']: iris.item(resource, id) };
    const path = paths.get(id);
    return path === undefined ? {} : { route: iris.item(resource, path) };
  }

  const madeBy = ({ id, makerId, accessTokenId }: PreviewLink): JsonObject => ({
    id,
    maker: `${iris.prefix}/users/${makerId}`,
    ...(accessTokenId === null ? {} : { accessToken: `${iris.prefix}${TOKENS_PATH}/${accessTokenId}` }),
  });

  return async (links, { actor }) => {
    const paths = await pathsOf(links);
    return links.map((link) => ({
      '@type': 'Preview',
      ...(actor.user === null ? {} : madeBy(link)),
      ...subjectOf(link.subject, paths),
      ...(link.revision === null ? {} : { revision: link.revision }),
      createdAt: formatDateTime(link.createdAt),
      expiresAt: formatDateTime(link.expiresAt),
    }));
  };
}
