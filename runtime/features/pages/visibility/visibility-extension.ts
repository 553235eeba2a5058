import type { RequestContext } from '../../../kernel/contract/context.js';
import type { SqlParameters, SqlSession } from '../../../kernel/contract/database/database.js';
import type { QueryExtension, SqlCondition } from '../../../kernel/contract/records/operations.js';
import type { RequestedFor } from '../sql/visible-places.sql.js';
import {
  isLiveRouteSql,
  hasAccessPathSql,
  isPlaceVisibleSql,
  isRoutedSql,
  isUnlistedSql,
} from '../sql/visible-places.sql.js';
import { visibleTotalSql } from '../sql/visible-totals.sql.js';
import { type VisibilityFragments, visibilityFragments } from '../sql/visibility-rules.js';
import type { AccessOf, CallerAccess } from './caller-access.js';
import { isAlwaysVisible } from './visibility.js';

interface ListScope {
  readonly access: CallerAccess;
  readonly context: RequestContext;
  readonly session: SqlSession;
  /** Returns a named condition for callers with such rules. Its SQL is composed once. */
  readonly conditionOf: (name: string, compose: Compose, total?: ComposeTotal) => SqlCondition;
}

type Texts = Pick<SqlCondition, 'sql' | 'counted' | 'nextChange' | 'total'>;
type ComposeTotal = (fragments: VisibilityFragments) => string;
type Compose = (fragments: VisibilityFragments, requested: RequestedFor) => string;

/**
 * Filters lists of routes, pages, page data and components, so that they show no more than items (contract decision
 * 21).
 */
export function createVisibilityExtension(deps: {
  readonly accessOf: AccessOf;
  readonly session: SqlSession;
}): QueryExtension {
  const { accessOf, session } = deps;
  const texts = new Map<string, Texts>();
  // Callers who see only live routes see more as soon as the next route goes live.
  const nextLive = `select min(n.opens_at) from ${session.table('reach_route')} n where n.opens_at > :now`;

  /** Creates conditions. The SQL depends only on the kind of caller, so a few texts serve all requests. */
  function createConditionOf({ rules }: CallerAccess, now: Date): ListScope['conditionOf'] {
    const variant = [rules.seesNotLive, rules.routable, rules.refusals.length].join();
    const fragments = visibilityFragments(rules, session, now);
    return (name, compose, total) => {
      const key = `${name},${variant}`;
      let known = texts.get(key);
      if (known === undefined) {
        const nextChange = rules.seesNotLive ? {} : { nextChange: nextLive };
        const counts = total === undefined ? {} : { total: total(fragments) };
        known = {
          sql: compose(fragments, 'page'),
          counted: compose(fragments, 'count'),
          ...counts,
          ...nextChange,
        };
        texts.set(key, known);
      }
      return { ...known, parameters: fragments.parameters };
    };
  }

  return {
    appliesTo: ({ name, kind }) =>
      name === 'Route' || name === 'Page' || kind === 'component' || kind === 'page_data',
    restrict(resource, purpose, context) {
      if (purpose === 'item') return undefined;
      const access = accessOf(context);
      const isCounted = purpose === 'collection' && resource.kind === 'component';
      if (access.isUnrestricted) return isCounted ? allComponents(resource.name, session) : undefined;
      const scope = { access, context, session, conditionOf: createConditionOf(access, context.now) };
      if (purpose === 'named') return resource.name === 'Route' ? liveRoutes(scope) : undefined;
      if (purpose === 'embedded' && resource.name === 'Route') return openRoutes(scope);
      if (purpose === 'embedded' && resource.name === 'Page') return openRecords('page', scope);
      if (purpose === 'embedded' && resource.kind === 'page_data') return openRecords('page_data', scope);
      if (resource.name === 'Route') return routeList(scope);
      if (resource.name === 'Page') return routableList('page', scope);
      if (resource.kind === 'page_data') return routableList('page_data', scope);
      if (resource.kind !== 'component') return undefined;
      return componentList(scope, isCounted ? resource.name : undefined);
    },
  };
}

/** Filters live routes that no refusing rule matches, in its reading for lists. */
function routeList(scope: ListScope): SqlCondition | undefined {
  const { access, session } = scope;
  const { dialect } = session;
  const live = liveRoutes(scope);
  const refusals = access.refusedRules.map(({ listPattern }, index) => ({
    name: `hidden${index}`,
    pattern: dialect.wildcardPattern(listPattern),
  }));
  if (refusals.length === 0) return live;
  const refused = refusals.map(({ name }) => `not ${dialect.wildcard('t.route', name)}`).join('\nand ');
  const parameters = Object.fromEntries(refusals.map(({ name, pattern }) => [name, pattern]));
  if (live === undefined) return { sql: refused, parameters };
  return {
    ...live,
    sql: `${refused}\nand ${live.sql}`,
    counted: `${refused}\nand ${live.counted ?? live.sql}`,
    parameters: { ...live.parameters, ...parameters },
  };
}

/** Filters live routes by the rules in their reading for items. */
function openRoutes({ access, session, conditionOf }: ListScope): SqlCondition {
  return conditionOf('open routes', ({ isAllowed }, requested) =>
    access.seesNotLive
      ? isAllowed('t')
      : `${isLiveRouteSql('t.id', { for: requested, session })}\nand ${isAllowed('t')}`,
  );
}

/**
 * Filters routes whose IRIs, which contain paths, may be shown: live ones, independent of path rules (contract
 * decision 82).
 */
function liveRoutes({ access, context, session, conditionOf }: ListScope): SqlCondition | undefined {
  if (access.seesNotLive) return undefined;
  const live = conditionOf('live routes', (_fragments, requested) =>
    isLiveRouteSql('t.id', { for: requested, session }),
  );
  const parameters: SqlParameters = { now: session.dialect.encode('datetime', context.now) };
  return { ...live, parameters };
}

/** Aliases of the tables that store the fields: the type's own table for pages, the base table for page data. */
const ALIAS = { page: 't', page_data: 'b' } as const;

/** Filters pages or page data by the rules of single reads. Without `routable_security`, their lists show more. */
function openRecords(kind: 'page' | 'page_data', scope: ListScope): SqlCondition | undefined {
  const { access, session, conditionOf } = scope;
  if (isAlwaysVisible(kind, access)) return listedRecords(kind, access);
  return conditionOf(`open ${kind}`, (fragments, requested) =>
    hasAccessPathSql(`${ALIAS[kind]}.id`, { rules: access.rules, fragments }, { for: requested, session }),
  );
}

/**
 * Filters pages or page data. Callers refused by `routable_security` see only records behind a live, allowed route;
 * all others see the whole list.
 */
function routableList(kind: 'page' | 'page_data', scope: ListScope): SqlCondition | undefined {
  const { access, session, conditionOf } = scope;
  if (access.routable !== 'refused') return listedRecords(kind, access);
  return conditionOf(`routed ${kind}`, (fragments, requested) =>
    isRoutedSql(ALIAS[kind], { rules: access.rules, fragments }, { for: requested, session }),
  );
}

const LISTED = {
  page: { sql: `not (${isUnlistedSql(ALIAS.page)})`, parameters: {} },
  page_data: { sql: `not (${isUnlistedSql(ALIAS.page_data)})`, parameters: {} },
} as const;

/** Hides records that are reachable without a route from everyone except administrators. */
function listedRecords(kind: 'page' | 'page_data', { seesNotLive }: CallerAccess): SqlCondition | undefined {
  return seesNotLive ? undefined : LISTED[kind];
}

/** Returns the condition for a caller who sees everything, so that counts need not read the components. */
function allComponents(type: string, session: SqlSession): SqlCondition {
  return { sql: '1 = 1', parameters: {}, total: visibleTotalSql(type, 'all', session) };
}

/**
 * Filters components. The total of the type `counted` comes from the index if no other condition narrows the list.
 */
function componentList(
  { access: { rules }, session, conditionOf }: ListScope,
  counted: string | undefined,
): SqlCondition {
  const compose: Compose = (fragments, requested) =>
    isPlaceVisibleSql('b.place_id', { rules, fragments }, { for: requested, session });
  if (counted === undefined) return conditionOf('components', compose);
  return conditionOf(`components ${counted}`, compose, (fragments) =>
    visibleTotalSql(counted, { rules, fragments }, session),
  );
}
