import type { RequestContext } from '../../../kernel/contract/context.js';
import type { SqlSession } from '../../../kernel/contract/database.js';
import type { QueryExtension, SqlCondition } from '../../../kernel/contract/operations.js';
import type { SlotColumn } from '../sql/reachability.sql.js';
import type { ReachFragments } from '../sql/reach-rules.js';
import { reachFragments } from '../sql/reach-rules.js';
import {
  hiddenRoutesSql,
  closedComponentsSql,
  closedRecordsSql,
  isRoutedSql,
  isUnlistedSql,
} from '../sql/visible-sets.sql.js';
import type { AccessOf, CallerAccess } from './caller-access.js';
import { isAlwaysReached } from './reach.js';

interface ListScope {
  readonly access: CallerAccess;
  readonly fragments: ReachFragments;
  readonly context: RequestContext;
  readonly session: SqlSession;
  readonly slots: readonly SlotColumn[];
  /** The caller sees routes only once they are live: when the next one goes live, the list changes. */
  readonly nextChange: string | undefined;
}

/** Lists show no more than items (contract decision 21): routes, pages, page data and components. */
export function createVisibilityExtension(deps: {
  readonly accessOf: AccessOf;
  readonly session: SqlSession;
  readonly slots: readonly SlotColumn[];
}): QueryExtension {
  const { accessOf, session, slots } = deps;
  return {
    name: 'visibility',
    appliesTo: ({ name, kind }) => name === 'Route' || name === 'Page' || kind !== 'core',
    restrict(resource, purpose, context) {
      if (purpose === 'item') return undefined;
      const access = accessOf(context);
      if (access.isUnrestricted) return undefined;
      const fragments = reachFragments(access.rules, session, context.now);
      const nextChange = access.seesNotLive
        ? undefined
        : `select min(n.live_at) from ${session.table('route')} n where n.live_at > :now`;
      const scope = { access, fragments, context, session, slots, nextChange };
      if (purpose === 'named') return resource.name === 'Route' ? liveRoutes(scope) : undefined;
      if (purpose === 'embedded' && resource.name === 'Route') return openRoutes(scope);
      if (purpose === 'embedded' && resource.name === 'Page') return openRecords('page', scope);
      if (purpose === 'embedded' && resource.kind === 'page_data') return openRecords('page_data', scope);
      if (resource.name === 'Route') return routeList(scope);
      if (resource.name === 'Page') return routableList('page', scope);
      if (resource.kind === 'page_data') return routableList('data', scope);
      return resource.kind === 'component' ? componentList(scope) : undefined;
    },
  };
}

/** Live routes that no failed rule matches, in the list reading of its wildcard. */
function routeList({ access, context, session, nextChange }: ListScope): SqlCondition | undefined {
  const { dialect } = session;
  const names = access.refusedRules.map((_rule, index) => `hidden${index}`);
  const patterns = access.refusedRules.map(({ listPattern }) => dialect.wildcardPattern(listPattern));
  const tests = [
    ...(access.seesNotLive ? [] : ['t.live_at <= :now', `t.id not in (${hiddenRoutesSql(session)})`]),
    ...names.map((name) => `not ${dialect.wildcard('t.route', name)}`),
  ];
  if (tests.length === 0) return undefined;
  return {
    sql: tests.join('\nand '),
    parameters: {
      ...(access.seesNotLive ? {} : { now: dialect.encode('datetime', context.now) }),
      ...Object.fromEntries(names.map((name, index) => [name, patterns[index] ?? ''])),
    },
    ...(nextChange === undefined ? {} : { nextChange }),
  };
}

/** Live routes in the item reading of the rules. */
function openRoutes({ access, fragments, session, nextChange }: ListScope): SqlCondition {
  const tests = [...(access.seesNotLive ? [] : [isLiveRoute(fragments, session)]), fragments.isAllowed('t')];
  return {
    sql: tests.join('\nand '),
    parameters: fragments.parameters,
    ...(nextChange === undefined ? {} : { nextChange }),
  };
}

/** Routes whose IRIs, which are paths, may be shown: live ones, whatever the rules for paths (contract decision 82). */
function liveRoutes({ access, context, session, nextChange }: ListScope): SqlCondition | undefined {
  if (access.seesNotLive) return undefined;
  const fragments = reachFragments({ ...access.rules, refusals: [] }, session, context.now);
  return {
    sql: isLiveRoute(fragments, session),
    parameters: fragments.parameters,
    ...(nextChange === undefined ? {} : { nextChange }),
  };
}

const isLiveRoute = ({ isLive }: ReachFragments, session: SqlSession): string =>
  `${isLive('t')} and t.id not in (${hiddenRoutesSql(session)})`;

/** Pages or page data as single reads judge them; lists of them are wider without `routable_security`. */
function openRecords(
  kind: 'page' | 'page_data',
  { access, fragments, session, slots, nextChange }: ListScope,
): SqlCondition | undefined {
  if (isAlwaysReached(kind, access)) return listedRecords(kind === 'page' ? 'page' : 'data', access);
  const closed = closedRecordsSql(kind, { rules: access.rules, fragments, slots }, session);
  return {
    sql: `t.id not in (${closed})`,
    parameters: fragments.parameters,
    ...(nextChange === undefined ? {} : { nextChange }),
  };
}

/** With `routable_security`, callers who fail it see records behind a live, allowed route; else all that lists show. */
function routableList(kind: 'page' | 'data', scope: ListScope): SqlCondition | undefined {
  const { access, fragments, session, nextChange } = scope;
  if (access.routable !== 'refused') return listedRecords(kind, access);
  return {
    sql: isRoutedSql(ALIAS[kind], { rules: access.rules, fragments }, session),
    parameters: fragments.parameters,
    ...(nextChange === undefined ? {} : { nextChange }),
  };
}

/** Where the members of pages and of all page data are: the type's table, and its base table. */
const ALIAS = { page: 't', data: 'b' } as const;

/** Records that are reachable without a route are shown to administrators only. */
function listedRecords(kind: 'page' | 'data', { seesNotLive }: CallerAccess): SqlCondition | undefined {
  return seesNotLive ? undefined : { sql: `not (${isUnlistedSql(ALIAS[kind])})`, parameters: {} };
}

function componentList({ access, fragments, session, slots, nextChange }: ListScope): SqlCondition {
  const closed = closedComponentsSql({ rules: access.rules, fragments, slots }, session);
  return {
    sql: `coalesce(b.published_resource_id, b.id) not in (${closed})`,
    parameters: fragments.parameters,
    ...(nextChange === undefined ? {} : { nextChange }),
  };
}
