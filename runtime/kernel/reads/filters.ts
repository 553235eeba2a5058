import type { RequestedParameters, RequestedValue } from '../contract/http/requested.js';
import type { Dialect, SqlParameters } from '../contract/database/database.js';
import type { DeclaredParameters, SqlCondition } from '../contract/records/operations.js';
import type { FilterDescriptor } from '../contract/schema/resource.js';
import { isUuid } from '../util/is-uuid.js';
import { earliest } from '../util/dates/earliest.js';
import { isStorableText } from '../util/text/storable-text.js';
import type { RequestedPaths, NamedValue } from './requested-paths.js';
import { BOOLEANS, columnValue } from './column-value.js';
import { type Filtered, type FilterScope, NOTHING, nothingFor, textsIn } from './filtered.js';
import { nextMeaning } from './relative-filters.js';
import { holdsText, textCondition } from './text-filters.js';

type Operators = ReadonlyMap<string, string>;

/** Maps, because plain objects would also match keys like `constructor`. */
const DATE_OPERATORS: Operators = new Map([
  ['before', '<='],
  ['strictly_before', '<'],
  ['after', '>='],
  ['strictly_after', '>'],
]);

const RANGE_OPERATORS: Operators = new Map([
  ['lte', '<='],
  ['lt', '<'],
  ['gte', '>='],
  ['gt', '>'],
  ['between', 'between'],
]);

interface Bound {
  readonly sql: string;
  readonly parameters: SqlParameters;
}

interface FilterRequest {
  readonly list: RequestedParameters;
  readonly dialect: Dialect;
  /** Time that `now` refers to. */
  readonly now: Date;
}

/** SQL conditions of a request's filters. */
interface FilterConditions {
  readonly conditions: readonly SqlCondition[];
  /** Parameters whose values no record can have. */
  readonly useless: readonly string[];
  /** Next time at which `now` or `today` refers to another date. */
  readonly changesAt: Date | undefined;
}

/** Returns the conditions of the declared filters that a request uses. */
export function filterConditions(
  { filters }: DeclaredParameters,
  paths: RequestedPaths,
  { list, dialect, now }: FilterRequest,
): FilterConditions {
  const all = filters.flatMap((filter, index) => {
    const requested = list[filter.parameter];
    // Most requests use no filter, and building the expression of a dotted path has a cost.
    if (requested === undefined) return [];
    const member = paths.member(filter.field);
    const related = paths.related(filter.field);
    const expression = related?.expression ?? paths.expression(filter.field);
    const isTemporal = member.type === 'date' || member.type === 'datetime';
    const scope = { filter, dialect, now, paths, expression, related, member };
    const changesAt = isTemporal ? nextMeaning(requested, now) : undefined;
    return wantedBy(filter, requested).map(({ values, isNegated }) => {
      const name = `filter${index}${isNegated ? 'not' : ''}`;
      return { ...narrowed({ ...scope, requested: values, name, isNegated }), changesAt };
    });
  });
  return {
    conditions: all.flatMap(({ condition }) => condition ?? []),
    useless: all.flatMap(({ useless }) => useless),
    changesAt: all.map(({ changesAt }) => changesAt).reduce(earliest, undefined),
  };
}

/** Values of which one must match, or none if negated. */
interface Wanted {
  readonly values: RequestedValue;
  readonly isNegated: boolean;
}

/**
 * Splits a filter into values to match and values to exclude. `p=a` and `p[]=a&p[]=b` match one of the
 * values; `p[not]=c` and `p[not][]=c` match none. Both may be combined.
 */
function wantedBy({ strategy }: FilterDescriptor, requested: RequestedValue): readonly Wanted[] {
  const isOfOperators = strategy === 'date' || strategy === 'range' || strategy === 'exists';
  if (isOfOperators || typeof requested === 'string' || Array.isArray(requested))
    return [{ values: requested, isNegated: false }];
  const { not, ...others } = requested as RequestedParameters; // It is neither a text nor a list.
  if (not === undefined) return [{ values: requested, isNegated: false }];
  const isList = Object.keys(others).every((name) => /^\d+$/.test(name));
  const list = Object.values(others).flatMap((value) => value ?? []);
  return [
    { values: not, isNegated: true },
    ...(list.length === 0 ? [] : [{ values: isList ? list : others, isNegated: false }]),
  ];
}

/** Applies a filter to the value of the record, or to the values of its related records. */
function narrowed({ isNegated, ...scope }: FilterScope & Pick<Wanted, 'isNegated'>): Filtered {
  const { condition, useless: parameters } = compared(scope);
  const useless = isNegated ? parameters.map((name) => `${name}[not]`) : parameters;
  const { related, expression, filter } = scope;
  // The `exists` strategy handles related records itself.
  if (condition === undefined || condition === NOTHING || filter.strategy === 'exists')
    return { condition, useless };
  const sql = related === undefined ? condition.sql : related.some(condition.sql);
  if (!isNegated) return { condition: { ...condition, sql }, useless };
  const orNull = related === undefined ? `${expression} is null or ` : '';
  return { condition: { ...condition, sql: `${orNull}not (${sql})` }, useless };
}

function compared(scope: FilterScope): Filtered {
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

/** Filters by `true`, `false`, `1`, `0` or a list of them. */
function isOneOf({ filter, requested, dialect, expression, name }: FilterScope): Filtered {
  const texts = textsIn(requested) ?? [''];
  const wanted = [...new Set(texts.flatMap((text) => BOOLEANS.get(text) ?? []))];
  const useless = texts.every((text) => BOOLEANS.has(text)) ? [] : [filter.parameter];
  if (wanted.length === 0) return nothingFor(...useless);
  const parameters = Object.fromEntries(
    wanted.map((value, index) => [`${name}_${index}`, dialect.encode('boolean', value)]),
  );
  const names = Object.keys(parameters).map((key) => `:${key}`);
  return { condition: { sql: `${expression} in (${names.join(', ')})`, parameters }, useless };
}

/** Filters by the presence of a value. For related records, one with a value is enough. */
function exists({ filter, requested, expression, related }: FilterScope): Filtered {
  const wanted = typeof requested === 'string' ? BOOLEANS.get(requested) : undefined;
  if (wanted === undefined) return nothingFor(filter.parameter);
  const hasValue = `${expression} is not null`;
  const isThere = related === undefined ? hasValue : related.some(hasValue);
  const sql = wanted ? isThere : `not (${isThere})`;
  return { condition: { sql, parameters: {} }, useless: [] };
}

/** Filters by one value or a list. An empty text matches values stored as empty. */
function equals(scope: FilterScope): Filtered {
  const { filter, member } = scope;
  const texts = textsIn(scope.requested);
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
      parameters: Object.assign({}, ...known.map(({ parameters }) => parameters)) as SqlParameters, // All values have the same type.
    },
    useless,
  };
}

/** Returns the value to compare; undefined if the field cannot have it. Relations are given by id or IRI. */
function valueTest(text: string, parameter: string, scope: FilterScope): NamedValue | undefined {
  const { member, paths } = scope;
  if (member.target !== undefined && !isUuid(text)) return paths.idNamed(text, member.target, parameter);
  const value = columnValue(text, member, scope);
  return value === undefined ? undefined : { parameter, parameters: { [parameter]: value } };
}

/** Filters by bounds with operators: `size[gte]=1&size[lt]=9`. */
function comparisons(scope: FilterScope, operators: Operators): Filtered {
  const { requested, filter } = scope;
  if (typeof requested === 'string' || Array.isArray(requested)) return nothingFor(filter.parameter);
  const bounds = Object.entries(requested).map(([name, raw]) => ({
    bracketed: `${filter.parameter}[${name}]`,
    bound: boundOf(name, typeof raw === 'string' ? raw : '', { scope, operators }),
  }));
  const useless = bounds.flatMap(({ bracketed, bound }) => (bound === undefined ? [bracketed] : []));
  const known = bounds.flatMap(({ bound }) => bound ?? []);
  if (useless.length > 0) return nothingFor(...useless);
  return {
    condition: {
      sql: known.map(({ sql }) => sql).join(' and '),
      parameters: Object.assign({}, ...known.map(({ parameters }) => parameters)) as SqlParameters, // All values have the same type.
    },
    useless,
  };
}

/** Returns one bound; undefined for an unknown operator or a value that the field cannot have. */
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
