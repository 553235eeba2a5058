import type { Dialect, SqlParameters, SqlValue, WildcardPart } from '../contract/database.js';
import type { SqlCondition } from '../contract/operations.js';
import type { AskedParameters } from '../contract/asked.js';
import type { ColumnType, FilterDescriptor } from '../contract/resource.js';
import type { AskedPaths } from './asked-paths.js';
import { BOOLEANS, columnValue } from './column-value.js';
import type { DeclaredParameters } from '../contract/operations.js';
import { listParameter, mapParameter, scalarParameter } from './asked-parameter.js';

interface FilterRequest {
  readonly list: AskedParameters;
  readonly dialect: Dialect;
  /** The moment that `now` stands for. */
  readonly now: Date;
}

interface FilterScope extends FilterRequest {
  readonly expression: string;
  readonly type: ColumnType;
  /** Prefix of this filter's SQL parameters. */
  readonly name: string;
}

/** Conditions of the declared filters a request uses; values that make no sense for the column are ignored. */
export function filterConditions(
  { filters }: DeclaredParameters,
  paths: AskedPaths,
  request: FilterRequest,
): SqlCondition[] {
  return filters.flatMap((filter, index) => {
    // Most requests use no filter, and the expression of a dotted path is not free.
    if (request.list[filter.parameter] === undefined) return [];
    const scope = {
      ...request,
      expression: paths.expression(filter.field),
      type: paths.columnType(filter.field),
      name: `filter${index}`,
    };
    return filterCondition(filter, scope) ?? [];
  });
}

function filterCondition(filter: FilterDescriptor, scope: FilterScope): SqlCondition | undefined {
  switch (filter.strategy) {
    case 'boolean':
      return booleanCondition(filter, scope);
    case 'exact':
      return exactCondition(filter, scope);
    case 'partial':
    case 'start':
    case 'end':
      return textCondition(scalarTexts(filter, scope), filter, scope);
    case 'date':
      return comparisons(filter, scope, {
        before: '<=',
        strictly_before: '<',
        after: '>=',
        strictly_after: '>',
      });
    case 'range':
      return comparisons(filter, scope, { lte: '<=', lt: '<', gte: '>=', gt: '>' });
    case 'exists':
      return existsCondition(filter, scope);
  }
}

/** `true`, `false`, `1`, `0` or a list of them; other values are ignored (core.md section 12). */
function booleanCondition({ parameter }: FilterDescriptor, scope: FilterScope): SqlCondition | undefined {
  const wanted = new Set(listParameter(scope.list, parameter).flatMap((text) => BOOLEANS.get(text) ?? []));
  const [only] = wanted;
  if (wanted.size !== 1 || only === undefined) return undefined;
  const parameters: SqlParameters = { [scope.name]: scope.dialect.encode('boolean', only) };
  return { sql: `${scope.expression} = :${scope.name}`, parameters };
}

/** One value or a list of them. The empty text is a value like any other: it finds what is stored empty. */
function exactCondition(filter: FilterDescriptor, scope: FilterScope): SqlCondition | undefined {
  const { type, dialect, expression, name } = scope;
  const texts = listParameter(scope.list, filter.parameter);
  if (type === 'string' || type === 'text') {
    if (!filter.caseSensitive) return textCondition(texts, filter, scope);
    return texts.length === 0
      ? undefined
      : { sql: dialect.sameText(expression, name), parameters: { [name]: texts } };
  }
  const values = texts.flatMap((text) => columnValue(text, type, scope) ?? []);
  if (values.length === 0) return undefined;
  const parameters = Object.fromEntries(values.map((value, index) => [`${name}_${index}`, value]));
  const names = Object.keys(parameters).map((key) => `:${key}`);
  return { sql: `${expression} in (${names.join(', ')})`, parameters };
}

/** The empty text is part of every text, so it asks for nothing. */
function scalarTexts({ parameter }: FilterDescriptor, { list }: FilterScope): readonly string[] {
  const text = scalarParameter(list, parameter);
  return text === undefined || text === '' ? [] : [text];
}

/** Texts that match one of some values by a pattern; user text in it is literal. */
function textCondition(
  texts: readonly string[],
  { strategy, caseSensitive }: FilterDescriptor,
  { dialect, expression, name }: FilterScope,
): SqlCondition | undefined {
  if (texts.length === 0) return undefined;
  const letters = caseSensitive ? 'same case' : 'any case';
  const names = texts.map((_text, index) => `${name}_${index}`);
  const patterns = texts.map((text) => dialect.wildcardPattern(anchored(text, strategy), letters));
  return {
    sql: names.map((parameter) => dialect.wildcard(expression, parameter, letters)).join(' or '),
    parameters: Object.fromEntries(names.map((parameter, index) => [parameter, patterns[index] ?? ''])),
  };
}

function anchored(text: string, strategy: FilterDescriptor['strategy']): readonly WildcardPart[] {
  const opens = strategy === 'partial' || strategy === 'end';
  const closes = strategy === 'partial' || strategy === 'start';
  return [...(opens ? (['any'] as const) : []), { text }, ...(closes ? (['any'] as const) : [])];
}

function comparisons(
  { parameter }: FilterDescriptor,
  scope: FilterScope,
  operators: Readonly<Record<string, string>>,
): SqlCondition | undefined {
  const tests: string[] = [];
  const parameters: Record<string, SqlValue> = {};
  for (const [name, raw] of mapParameter(scope.list, parameter)) {
    const value = typeof raw === 'string' ? columnValue(raw, scope.type, scope) : undefined;
    if (value === undefined || !Object.hasOwn(operators, name)) continue;
    tests.push(`${scope.expression} ${operators[name]} :${scope.name}_${name}`);
    parameters[`${scope.name}_${name}`] = value;
  }
  return tests.length === 0 ? undefined : { sql: tests.join(' and '), parameters };
}

function existsCondition({ parameter }: FilterDescriptor, scope: FilterScope): SqlCondition | undefined {
  const exists = BOOLEANS.get(scalarParameter(scope.list, parameter) ?? '');
  if (exists === undefined) return undefined;
  return { sql: `${scope.expression} is ${exists ? 'not null' : 'null'}`, parameters: {} };
}
