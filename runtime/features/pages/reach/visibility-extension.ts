import type { RequestContext } from '../../../kernel/contract/context.js';
import type { SqlSession } from '../../../kernel/contract/database.js';
import type { QueryExtension, SqlCondition } from '../../../kernel/contract/operations.js';
import type { SlotColumn } from '../sql/reachability.sql.js';
import type { ReachFragments, ReachRules } from '../sql/reach-rules.js';
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
  /** The text of that name for callers with such rules; composed once. */
  readonly textOf: (name: string, compose: () => string) => string;
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
  const nextLive = `select min(n.live_at) from ${session.table('route')} n where n.live_at > :now`;
  const texts = new Map<string, string>();
  /** Texts depend on these alone, so a few of them serve all requests. */
  function textsFor({ seesNotLive, routable, refusals }: ReachRules): ListScope['textOf'] {
    const variant = [seesNotLive, routable, refusals.length].join();
    return (name, compose) => {
      const key = `${name},${variant}`;
      let text = texts.get(key);
      if (text === undefined) texts.set(key, (text = compose()));
      return text;
    };
  }
  return {
    name: 'visibility',
    appliesTo: ({ name, kind }) => name === 'Route' || name === 'Page' || kind !== 'core',
    restrict(resource, purpose, context) {
      if (purpose === 'item') return undefined;
      const access = accessOf(context);
      if (access.isUnrestricted) return undefined;
      const fragments = reachFragments(access.rules, session, context.now);
      const nextChange = access.seesNotLive ? undefined : nextLive;
      const textOf = textsFor(access.rules);
      const scope = { access, fragments, context, session, slots, textOf, nextChange };
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
function routeList({ access, context, session, textOf, nextChange }: ListScope): SqlCondition | undefined {
  const { dialect } = session;
  const names = access.refusedRules.map((_rule, index) => `hidden${index}`);
  const patterns = access.refusedRules.map(({ listPattern }) => dialect.wildcardPattern(listPattern));
  if (access.seesNotLive && names.length === 0) return undefined;
  const compose = (): string =>
    [
      ...(access.seesNotLive ? [] : ['t.live_at <= :now', `t.id not in (${hiddenRoutesSql(session)})`]),
      ...names.map((name) => `not ${dialect.wildcard('t.route', name)}`),
    ].join('\nand ');
  return {
    sql: textOf('route list', compose),
    parameters: {
      ...(access.seesNotLive ? {} : { now: dialect.encode('datetime', context.now) }),
      ...Object.fromEntries(names.map((name, index) => [name, patterns[index] ?? ''])),
    },
    ...(nextChange === undefined ? {} : { nextChange }),
  };
}

/** Live routes in the item reading of the rules. */
function openRoutes({ access, fragments, session, textOf, nextChange }: ListScope): SqlCondition {
  const compose = (): string =>
    [...(access.seesNotLive ? [] : [isLiveRoute(fragments, session)]), fragments.isAllowed('t')].join(
      '\nand ',
    );
  return {
    sql: textOf('open routes', compose),
    parameters: fragments.parameters,
    ...(nextChange === undefined ? {} : { nextChange }),
  };
}

/** Routes whose IRIs, which are paths, may be shown: live ones, whatever the rules for paths (contract decision 82). */
function liveRoutes({ access, context, session, textOf, nextChange }: ListScope): SqlCondition | undefined {
  if (access.seesNotLive) return undefined;
  const fragments = reachFragments({ ...access.rules, refusals: [] }, session, context.now);
  return {
    sql: textOf('live routes', () => isLiveRoute(fragments, session)),
    parameters: fragments.parameters,
    ...(nextChange === undefined ? {} : { nextChange }),
  };
}

const isLiveRoute = ({ isLive }: ReachFragments, session: SqlSession): string =>
  `${isLive('t')} and t.id not in (${hiddenRoutesSql(session)})`;

/** Pages or page data as single reads judge them; lists of them are wider without `routable_security`. */
function openRecords(kind: 'page' | 'page_data', scope: ListScope): SqlCondition | undefined {
  const { access, fragments, session, slots, textOf, nextChange } = scope;
  if (isAlwaysReached(kind, access)) return listedRecords(kind === 'page' ? 'page' : 'data', access);
  const compose = (): string =>
    `t.id not in (${closedRecordsSql(kind, { rules: access.rules, fragments, slots }, session)})`;
  return {
    sql: textOf(`open ${kind}`, compose),
    parameters: fragments.parameters,
    ...(nextChange === undefined ? {} : { nextChange }),
  };
}

/** With `routable_security`, callers who fail it see records behind a live, allowed route; else all that lists show. */
function routableList(kind: 'page' | 'data', scope: ListScope): SqlCondition | undefined {
  const { access, fragments, session, textOf, nextChange } = scope;
  if (access.routable !== 'refused') return listedRecords(kind, access);
  const compose = (): string => isRoutedSql(ALIAS[kind], { rules: access.rules, fragments }, session);
  return {
    sql: textOf(`routed ${kind}`, compose),
    parameters: fragments.parameters,
    ...(nextChange === undefined ? {} : { nextChange }),
  };
}

/** Where the members of pages and of all page data are: the type's table, and its base table. */
const ALIAS = { page: 't', data: 'b' } as const;

const LISTED = {
  page: { sql: `not (${isUnlistedSql(ALIAS.page)})`, parameters: {} },
  data: { sql: `not (${isUnlistedSql(ALIAS.data)})`, parameters: {} },
} as const;

/** Records that are reachable without a route are shown to administrators only. */
function listedRecords(kind: 'page' | 'data', { seesNotLive }: CallerAccess): SqlCondition | undefined {
  return seesNotLive ? undefined : LISTED[kind];
}

function componentList(scope: ListScope): SqlCondition {
  const { access, fragments, session, slots, textOf, nextChange } = scope;
  const compose = (): string => {
    const closed = closedComponentsSql({ rules: access.rules, fragments, slots }, session);
    return `coalesce(b.published_resource_id, b.id) not in (${closed})`;
  };
  return {
    sql: textOf('components', compose),
    parameters: fragments.parameters,
    ...(nextChange === undefined ? {} : { nextChange }),
  };
}
