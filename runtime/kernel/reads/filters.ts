import type { AskedParameters } from '../contract/asked.js';
import type { Dialect } from '../contract/database.js';
import type { DeclaredParameters, SqlCondition } from '../contract/operations.js';
import type { AskedPaths } from './asked-paths.js';
import { BOOLEANS } from './column-value.js';
import { comparisons, DATE_OPERATORS, RANGE_OPERATORS } from './comparisons.js';
import { equals } from './equals.js';
import type { Filtered, FilterScope } from './filtered.js';
import { nothingFor, textsIn } from './filtered.js';
import { holdsText } from './text-filters.js';

interface FilterRequest {
  readonly list: AskedParameters;
  readonly dialect: Dialect;
  /** The moment that `now` stands for. */
  readonly now: Date;
}

/** Conditions of the declared filters a request uses, and the parameters whose values no member can have. */
export function filterConditions(
  { filters }: DeclaredParameters,
  paths: AskedPaths,
  { list, dialect, now }: FilterRequest,
): { readonly conditions: readonly SqlCondition[]; readonly useless: readonly string[] } {
  const all = filters.flatMap((filter, index) => {
    const asked = list[filter.parameter];
    // Most requests use no filter, and the expression of a dotted path is not free.
    if (asked === undefined) return [];
    return filtered({
      filter,
      asked,
      dialect,
      now,
      paths,
      expression: paths.expression(filter.field),
      member: paths.member(filter.field),
      name: `filter${index}`,
    });
  });
  return {
    conditions: all.flatMap(({ condition }) => condition ?? []),
    useless: all.flatMap(({ useless }) => useless),
  };
}

function filtered(scope: FilterScope): Filtered {
  switch (scope.filter.strategy) {
    case 'boolean':
      return isOneOf(scope);
    case 'exact':
      return equals(scope);
    case 'partial':
    case 'start':
    case 'end':
      return holdsText(scope);
    case 'date':
      return comparisons(scope, DATE_OPERATORS);
    case 'range':
      return comparisons(scope, RANGE_OPERATORS);
    case 'exists':
      return exists(scope);
  }
}

/** `true`, `false`, `1`, `0` or a list of them. */
function isOneOf({ filter, asked, dialect, expression, name }: FilterScope): Filtered {
  const texts = textsIn(asked) ?? [''];
  const wanted = [...new Set(texts.flatMap((text) => BOOLEANS.get(text) ?? []))];
  const useless = texts.every((text) => BOOLEANS.has(text)) ? [] : [filter.parameter];
  if (wanted.length === 0) return nothingFor(...useless);
  const parameters = Object.fromEntries(
    wanted.map((value, index) => [`${name}_${index}`, dialect.encode('boolean', value)]),
  );
  const names = Object.keys(parameters).map((key) => `:${key}`);
  return { condition: { sql: `${expression} in (${names.join(', ')})`, parameters }, useless };
}

function exists({ filter, asked, expression }: FilterScope): Filtered {
  const wanted = typeof asked === 'string' ? BOOLEANS.get(asked) : undefined;
  if (wanted === undefined) return nothingFor(filter.parameter);
  const sql = `${expression} is ${wanted ? 'not null' : 'null'}`;
  return { condition: { sql, parameters: {} }, useless: [] };
}
