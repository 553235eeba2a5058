import type { WildcardPart } from '../contract/database.js';
import type { FilterDescriptor } from '../contract/resource.js';
import { isStorableText } from '../util/storable-text.js';
import type { Filtered, FilterScope } from './filtered.js';
import { nothingFor, textsIn } from './filtered.js';

/** The empty text is part of every text, so it asks for nothing. */
export function holdsText(scope: FilterScope): Filtered {
  const { parameter } = scope.filter;
  const texts = textsIn(scope.asked);
  if (texts === undefined) return nothingFor(parameter);
  const asked = texts.filter((text) => text !== '');
  return asked.length === 0 ? { condition: undefined, useless: [] } : textCondition(asked, scope);
}

/** Texts that match one of some values by a pattern; user text in it is literal. */
export function textCondition(texts: readonly string[], scope: FilterScope): Filtered {
  const { filter, dialect, expression, name } = scope;
  const storable = texts.filter(isStorableText);
  const useless = storable.length < texts.length ? [filter.parameter] : [];
  if (storable.length === 0) return nothingFor(...useless);
  const letters = filter.caseSensitive ? 'same case' : 'any case';
  const names = storable.map((_text, index) => `${name}_${index}`);
  const patterns = storable.map((text) => dialect.wildcardPattern(anchored(text, filter.strategy), letters));
  return {
    condition: {
      sql: names.map((parameter) => dialect.wildcard(expression, parameter, letters)).join(' or '),
      parameters: Object.fromEntries(names.map((parameter, index) => [parameter, patterns[index] ?? ''])),
    },
    useless,
  };
}

function anchored(text: string, strategy: FilterDescriptor['strategy']): readonly WildcardPart[] {
  const opens = strategy === 'partial' || strategy === 'end';
  const closes = strategy === 'partial' || strategy === 'start';
  return [...(opens ? (['any'] as const) : []), { text }, ...(closes ? (['any'] as const) : [])];
}
