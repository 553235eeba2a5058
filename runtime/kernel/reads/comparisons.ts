import type { SqlParameters } from '../contract/database.js';
import { columnValue } from './column-value.js';
import type { Filtered, FilterScope } from './filtered.js';
import { nothingFor } from './filtered.js';

type Operators = ReadonlyMap<string, string>;

/** Maps, because a plain object would know `constructor` too. */
export const DATE_OPERATORS: Operators = new Map([
  ['before', '<='],
  ['strictly_before', '<'],
  ['after', '>='],
  ['strictly_after', '>'],
]);
export const RANGE_OPERATORS: Operators = new Map([
  ['lte', '<='],
  ['lt', '<'],
  ['gte', '>='],
  ['gt', '>'],
  ['between', 'between'],
]);

/** `size[gte]=1&size[lt]=9`: each bound by an operator. */
export function comparisons(scope: FilterScope, operators: Operators): Filtered {
  const { asked, filter } = scope;
  if (typeof asked === 'string' || Array.isArray(asked)) return nothingFor(filter.parameter);
  const bounds = Object.entries(asked).map(([name, raw]) => ({
    bracketed: `${filter.parameter}[${name}]`,
    bound: boundOf(name, typeof raw === 'string' ? raw : '', { scope, operators }),
  }));
  const useless = bounds.flatMap(({ bracketed, bound }) => (bound === undefined ? [bracketed] : []));
  const known = bounds.flatMap(({ bound }) => bound ?? []);
  if (useless.length > 0) return nothingFor(...useless);
  return {
    condition: {
      sql: known.map(({ sql }) => sql).join(' and '),
      parameters: Object.assign({}, ...known.map(({ parameters }) => parameters)) as SqlParameters, // all of one type
    },
    useless,
  };
}

interface Bound {
  readonly sql: string;
  readonly parameters: SqlParameters;
}

/** Undefined for an operator that is none, and for a bound that the member cannot be. */
function boundOf(
  name: string,
  text: string,
  { scope, operators }: { readonly scope: FilterScope; readonly operators: Operators },
): Bound | undefined {
  const operator = operators.get(name);
  if (operator === undefined) return undefined;
  const texts = operator === 'between' ? text.split('..') : [text];
  const values = texts.flatMap((each) => columnValue(each, scope.member, scope) ?? []);
  if (values.length !== (operator === 'between' ? 2 : 1)) return undefined;
  const parameters = Object.fromEntries(
    values.map((value, index) => [`${scope.name}_${name}${index}`, value]),
  );
  const [first = '', second = ''] = Object.keys(parameters).map((parameter) =>
    scope.dialect.typed(parameter, scope.member.type),
  );
  const bounds = operator === 'between' ? `${first} and ${second}` : first;
  return { sql: `${scope.expression} ${operator} ${bounds}`, parameters };
}
