import type { SqlParameters, SqlSession, WildcardPart } from '../../../kernel/contract/database/database.js';

/** The rules that decide what a caller may see; one value for each request. */
export interface VisibilityRules {
  /** Administrators see routes whatever their date. */
  readonly seesNotLive: boolean;
  /** `routable_security`: not configured, passed or refused. */
  readonly routable: 'unset' | 'passed' | 'refused';
  /** Patterns of the route rules that the caller fails, in their item reading. */
  readonly refusals: readonly (readonly WildcardPart[])[];
}

/** Fragments over a route alias, and the parameters that they use. */
export interface VisibilityFragments {
  /** Whether any rule refuses a path. */
  readonly refuses: boolean;
  /** No failed rule matches the route's path. */
  isAllowed(alias: string): string;
  /** Patterns of the paths, and `:now` for callers who see only what is live. */
  readonly parameters: SqlParameters;
}

/** Every statement that uses these fragments must use both, because parameters and text have to fit. */
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
