import type { RequestContext } from '../../../kernel/contract/context.js';
import type { SqlSession } from '../../../kernel/contract/database/database.js';
import type { QueryExtension } from '../../../kernel/contract/records/operations.js';
import type { RegisteredResource, ResourceRegistry } from '../../../kernel/metadata/resource-registry.js';
import { byKey } from '../../../kernel/records/by-key.js';
import { isOutsideSql } from '../sql/visible-places.sql.js';

export interface UnpublishedRoutesDeps {
  readonly registry: ResourceRegistry;
  readonly session: SqlSession;
  /** Returns whether the caller sees drafts of a type in this request. */
  seesDrafts(resource: RegisteredResource, context: RequestContext): boolean;
}

/**
 * Removes routes to hidden page data from lists: drafts, and scheduled, expired or unpublished records, whose
 * manifests respond with 404. Redirects to such routes are removed, too. Cost: the unpublished page data, by an
 * index.
 */
export function createUnpublishedRoutesFilter(deps: UnpublishedRoutesDeps): QueryExtension {
  const { registry, session, seesDrafts } = deps;
  const publishable = registry.all.filter(
    (resource) => resource.kind === 'page_data' && resource.publishable !== undefined,
  );
  const sql = isLedToPublished(session);
  const nextChange = `select min(d.published_at) from ${session.table('abstract_page_data')} d where ${nextDates(session)}`;
  return {
    appliesTo: ({ name }) => name === 'Route' && publishable.length > 0,
    restrict(_resource, purpose, context) {
      if (purpose !== 'collection') return undefined;
      const types = publishable.filter((resource) => !seesDrafts(resource, context)).map(({ name }) => name);
      if (types.length === 0) return undefined;
      const shownAt = session.dialect.encode('datetime', context.now);
      return { sql, parameters: { draft_types: types, shown_at: shownAt }, nextChange };
    },
  };
}

const nextDates = ({ dialect }: SqlSession): string =>
  `${dialect.anyOf('d.dtype', 'draft_types', 'string')} and d.published_at > :shown_at`;

/**
 * Returns a condition on a route `t`: no page data behind it, or behind its redirects over any number of hops, is
 * hidden.
 */
function isLedToPublished(session: SqlSession): string {
  const { table } = session;
  const hidden = `${session.dialect.anyOf('d.dtype', 'draft_types', 'string')} and d.route_id is not null
    and (d.published_at is null or d.published_at > :shown_at)`;
  const rows = `with recursive hidden_route (id) as (
    select d.route_id from ${table('abstract_page_data')} d where ${hidden}
    union
    select r.id from hidden_route h ${byKey(session).inner(table('route'), 'r', 'r.redirect_id = h.id')}
  )
  select id from hidden_route`;
  return isOutsideSql('t.id', rows, session);
}
