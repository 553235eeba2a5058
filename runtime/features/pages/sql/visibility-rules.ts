import type { SqlParameters, SqlSession, WildcardPart } from '../../../kernel/contract/database/database.js';

/** Rules that decide what a caller sees, computed once per request. */
export interface VisibilityRules {
  /** True for administrators, who see routes of any date. */
  readonly seesNotLive: boolean;
  /** `routable_security`: not configured, passed or refused. */
  readonly routable: 'unset' | 'passed' | 'refused';
  /** Patterns of the route rules that refuse the caller, in their reading for items. */
  readonly refusals: readonly (readonly WildcardPart[])[];
}

/** SQL fragments over a route alias, and their parameters. */
export interface VisibilityFragments {
  /** True if any rule refuses a path. */
  readonly refuses: boolean;
  /** Returns a condition: no refusing rule matches the route's path. */
  isAllowed(alias: string): string;
  /** Path patterns, and `:now` for callers who see only live routes. */
  readonly parameters: SqlParameters;
}

/** Creates fragments. A statement must use the texts together with the parameters. */
export function visibilityFragments(
  rules: VisibilityRules,
  { dialect }: SqlSession,
  now: Date,
): VisibilityFragments {
  const names = rules.refusals.map((_parts, index) => `refused${index}`);
  const tests = (alias: string): string[] =>
    names.map((name) => `not ${dialect.wildcard(`${alias}.route`, name)}`);
  return {
    refuses: names.length > 0,
    isAllowed: (alias) => (names.length === 0 ? '1 = 1' : `(${tests(alias).join(' and ')})`),
    parameters: {
      ...(rules.seesNotLive ? {} : { now: dialect.encode('datetime', now) }),
      ...Object.fromEntries(
        rules.refusals.map((parts, index) => [`refused${index}`, dialect.wildcardPattern(parts)]),
      ),
    },
  };
}
