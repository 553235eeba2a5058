import { REACHABLE_COLUMN } from '../../../model/routable-fields.js';
import type { SqlParameters, SqlSession, WildcardPart } from '../../../kernel/contract/database.js';

/** What decides whether a caller reaches a page, a record or a component; one value for each request. */
export interface ReachRules {
  /** Administrators see routes whatever their date. */
  readonly seesNotLive: boolean;
  /** `routable_security`: not configured, passed or refused. */
  readonly routable: 'unset' | 'passed' | 'refused';
  /** Patterns of the route rules that the caller fails, in their item reading. */
  readonly refusals: readonly (readonly WildcardPart[])[];
}

/** Fragments over a route alias, and the parameters that they use. */
export interface ReachFragments {
  /** The route's own date has come. */
  isLive(alias: string): string;
  /** No failed rule matches the route's path. */
  isAllowed(alias: string): string;
  readonly parameters: SqlParameters;
}

/** Every statement that uses these fragments must use both, because parameters and text have to fit. */
export function reachFragments(rules: ReachRules, { dialect }: SqlSession, now: Date): ReachFragments {
  const names = rules.refusals.map((_parts, index) => `refused${index}`);
  const tests = (alias: string): string[] =>
    names.map((name) => `not ${dialect.wildcard(`${alias}.route`, name)}`);
  return {
    isLive: (alias) => (rules.seesNotLive ? '1 = 1' : `${alias}.live_at <= :now`),
    isAllowed: (alias) => (names.length === 0 ? '1 = 1' : `(${tests(alias).join(' and ')})`),
    parameters: {
      ...(rules.seesNotLive ? {} : { now: dialect.encode('datetime', now) }),
      ...Object.fromEntries(
        rules.refusals.map((parts, index) => [`refused${index}`, dialect.wildcardPattern(parts)]),
      ),
    },
  };
}

/**
 * Pages and page data records below others: rows `(id, route_id, is_reachable, parent_id)`; each branch has its own index.
 * (The branches of a recursive query itself are all joined by `union`, because MariaDB refuses a mixture there.)
 */
export function childRows({ table }: Pick<SqlSession, 'table'>): string {
  const page = table('page');
  const data = table('abstract_page_data');
  return `(select id, route_id, ${isReachableSql('page')} as is_reachable, parent_page_id as parent_id from ${page}
    union all select id, route_id, ${isReachableSql('page')}, parent_page_data_id from ${page}
    union all select id, route_id, ${isReachableSql('data')}, parent_page_id from ${data}
    union all select id, route_id, ${isReachableSql('data')}, parent_page_data_id from ${data})`;
}

/**
 * 1 for a record that is judged as if it had a live route of its own (contract decision 77), else 0. As with its route, a
 * draft has no part in what its published row is.
 */
export function isReachableSql(kind: 'page' | 'data', alias = ''): string {
  const member = (column: string): string => (alias === '' ? column : `${alias}.${column}`);
  const draft = kind === 'page' ? '' : ` and ${member('published_resource_id')} is null`;
  return `case when ${member('route_id')} is null and ${member(REACHABLE_COLUMN)} = true${draft} then 1 else 0 end`;
}
