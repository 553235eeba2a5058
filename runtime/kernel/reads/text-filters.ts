import type { WildcardPart } from '../contract/database/database.js';
import type { FilterDescriptor } from '../contract/schema/resource.js';
import { type Filtered, type FilterScope, nothingFor, textsIn } from './filtered.js';
import { textPattern } from './text-pattern.js';

/** Filters by contained text. The empty text is part of every text, so it adds no condition. */
export function holdsText(scope: FilterScope): Filtered {
  const { parameter } = scope.filter;
  const texts = textsIn(scope.requested);
  if (texts === undefined) return nothingFor(parameter);
  const requested = texts.filter((text) => text !== '');
  return requested.length === 0 ? { condition: undefined, useless: [] } : textCondition(requested, scope);
}

/** Returns a condition that matches one of several texts by a pattern; user text is literal. */
export function textCondition(texts: readonly string[], scope: FilterScope): Filtered {
  const { filter, dialect, expression, name } = scope;
  const letters = filter.caseSensitive ? 'same case' : 'any case';
  const patterns = texts.flatMap(
    (text) => textPattern(anchored(text, filter.strategy), letters, dialect) ?? [],
  );
  const useless = patterns.length < texts.length ? [filter.parameter] : [];
  if (patterns.length === 0) return nothingFor(...useless);
  const parameters = Object.fromEntries(patterns.map((pattern, index) => [`${name}_${index}`, pattern]));
  const tests = Object.keys(parameters).map((parameter) => dialect.wildcard(expression, parameter, letters));
  return { condition: { sql: tests.join(' or '), parameters }, useless };
}

function anchored(text: string, strategy: FilterDescriptor['strategy']): readonly WildcardPart[] {
  const opens = strategy === 'partial' || strategy === 'end';
  const closes = strategy === 'partial' || strategy === 'start';
  return [...(opens ? (['any'] as const) : []), { text }, ...(closes ? (['any'] as const) : [])];
}
