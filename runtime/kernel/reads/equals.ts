import type { SqlParameters } from '../contract/database.js';
import { isUuid } from '../util/is-uuid.js';
import { isStorableText } from '../util/storable-text.js';
import type { NamedValue } from './asked-paths.js';
import { columnValue } from './column-value.js';
import type { Filtered, FilterScope } from './filtered.js';
import { nothingFor, textsIn } from './filtered.js';
import { textCondition } from './text-filters.js';

/** One value or a list of them. The empty text is a value like any other: it finds what is stored empty. */
export function equals(scope: FilterScope): Filtered {
  const { filter, member } = scope;
  const texts = textsIn(scope.asked);
  if (texts === undefined || texts.length === 0) return nothingFor(filter.parameter);
  if (member.type === 'string' || member.type === 'text') {
    return filter.caseSensitive ? sameText(texts, scope) : textCondition(texts, scope);
  }
  return sameValue(texts, scope);
}

function sameText(texts: readonly string[], { filter, dialect, expression, name }: FilterScope): Filtered {
  const storable = texts.filter(isStorableText);
  const useless = storable.length < texts.length ? [filter.parameter] : [];
  if (storable.length === 0) return nothingFor(...useless);
  return {
    condition: { sql: dialect.sameText(expression, name), parameters: { [name]: storable } },
    useless,
  };
}

function sameValue(texts: readonly string[], scope: FilterScope): Filtered {
  const { filter, expression, name, dialect, member } = scope;
  const tests = texts.map((text, index) => valueTest(text, `${name}_${index}`, scope));
  const known = tests.flatMap((test) => test ?? []);
  const useless = known.length < texts.length ? [filter.parameter] : [];
  if (known.length === 0) return nothingFor(...useless);
  const values = known.map(({ parameter, sql }) => sql ?? dialect.typed(parameter, member.type));
  return {
    condition: {
      sql: `${expression} in (${values.join(', ')})`,
      parameters: Object.assign({}, ...known.map(({ parameters }) => parameters)) as SqlParameters, // all of one type
    },
    useless,
  };
}

/** Undefined for what the member cannot be. Relations are named by id or by IRI. */
function valueTest(text: string, parameter: string, scope: FilterScope): NamedValue | undefined {
  const { member, paths } = scope;
  if (member.target !== undefined && !isUuid(text)) return paths.idNamed(text, member.target, parameter);
  const value = columnValue(text, member, scope);
  return value === undefined ? undefined : { parameter, parameters: { [parameter]: value } };
}
