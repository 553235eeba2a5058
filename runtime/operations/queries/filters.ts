import type { Dialect, SqlParameters, SqlValue } from '../../contract/database.js';
import type { SqlCondition } from '../../contract/operations.js';
import type { QueryParameters } from '../../contract/query-parameters.js';
import type { ColumnType, FilterDescriptor } from '../../contract/resource.js';
import type { RegisteredResource } from '../../metadata/resource-registry.js';
import type { RecordSelect } from '../../records/record-select.js';
import { parseDateTime } from '../../serializer/date-time.js';
import { isUuid } from '../../util/is-uuid.js';
import { listParameter, mapParameter, scalarParameter } from './query-parameter.js';

interface FilterScope {
  readonly expression: string;
  readonly type: ColumnType;
  /** Prefix of this filter's SQL parameters. */
  readonly name: string;
  readonly query: QueryParameters;
  readonly dialect: Dialect;
}

/** Conditions of the declared filters a request uses; values that make no sense for the column are ignored. */
export function filterConditions(
  resource: RegisteredResource,
  select: RecordSelect,
  query: QueryParameters,
  dialect: Dialect,
): SqlCondition[] {
  return resource.filters.flatMap((filter, index) => {
    const field = resource.field(filter.field);
    const type = field?.kind === 'scalar' ? field.type : 'uuid';
    const scope = {
      expression: select.expression(filter.field),
      type,
      name: `filter${index}`,
      query,
      dialect,
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
      return likeCondition(filter, scope);
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

/** A map, because a plain object would know `constructor` too. */
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** `true`, `false`, `1`, `0` or a list of them; other values are ignored (core.md section 12). */
function booleanCondition({ parameter }: FilterDescriptor, scope: FilterScope): SqlCondition | undefined {
  const wanted = new Set(listParameter(scope.query, parameter).flatMap((text) => BOOLEANS.get(text) ?? []));
  const [only] = wanted;
  return wanted.size === 1 && only !== undefined
    ? compare('=', scope.dialect.encode('boolean', only), scope)
    : undefined;
}

function exactCondition({ parameter }: FilterDescriptor, scope: FilterScope): SqlCondition | undefined {
  const values = listParameter(scope.query, parameter).flatMap((text) => columnValue(text, scope) ?? []);
  if (values.length === 0) return undefined;
  const parameters = Object.fromEntries(values.map((value, index) => [`${scope.name}_${index}`, value]));
  const names = Object.keys(parameters).map((name) => `:${name}`);
  return { sql: `${scope.expression} in (${names.join(', ')})`, parameters };
}

function likeCondition(
  { parameter, strategy }: FilterDescriptor,
  scope: FilterScope,
): SqlCondition | undefined {
  const text = scalarParameter(scope.query, parameter);
  if (text === undefined || text === '') return undefined;
  const pattern = scope.dialect.likePattern(text);
  // The pattern is wrapped in `%` on both sides; anchoring takes one of them off.
  const anchored =
    strategy === 'start' ? pattern.slice(1) : strategy === 'end' ? pattern.slice(0, -1) : pattern;
  return {
    sql: scope.dialect.contains(scope.expression, scope.name),
    parameters: { [scope.name]: anchored },
  };
}

function comparisons(
  { parameter }: FilterDescriptor,
  scope: FilterScope,
  operators: Readonly<Record<string, string>>,
): SqlCondition | undefined {
  const tests: string[] = [];
  const parameters: Record<string, SqlValue> = {};
  for (const [name, raw] of mapParameter(scope.query, parameter)) {
    const value = typeof raw === 'string' ? columnValue(raw, scope) : undefined;
    if (value === undefined || !Object.hasOwn(operators, name)) continue;
    tests.push(`${scope.expression} ${operators[name]} :${scope.name}_${name}`);
    parameters[`${scope.name}_${name}`] = value;
  }
  return tests.length === 0 ? undefined : { sql: tests.join(' and '), parameters };
}

function existsCondition({ parameter }: FilterDescriptor, scope: FilterScope): SqlCondition | undefined {
  const exists = BOOLEANS.get(scalarParameter(scope.query, parameter) ?? '');
  if (exists === undefined) return undefined;
  return { sql: `${scope.expression} is ${exists ? 'not null' : 'null'}`, parameters: {} };
}

function compare(operator: string, value: SqlValue, { expression, name }: FilterScope): SqlCondition {
  const parameters: SqlParameters = { [name]: value };
  return { sql: `${expression} ${operator} :${name}`, parameters };
}

/** A query string value as the column's type, or undefined when it cannot be one. */
function columnValue(text: string, { type, dialect }: FilterScope): SqlValue | undefined {
  switch (type) {
    case 'integer':
      return /^-?\d{1,10}$/.test(text) && Math.abs(Number(text)) <= 2_147_483_647 ? Number(text) : undefined;
    case 'float':
    case 'decimal':
      return text !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined;
    case 'boolean':
      return BOOLEANS.has(text) ? dialect.encode('boolean', BOOLEANS.get(text)) : undefined;
    case 'datetime': {
      const parsed = parseDateTime(text, new Date());
      return parsed && dialect.encode('datetime', parsed);
    }
    case 'date':
      return parseDateTime(text, new Date())?.toISOString().slice(0, 10);
    case 'time':
      return /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text) ? text : undefined;
    case 'uuid':
      return iriId(text);
    case 'string':
    case 'text':
      return text;
    case 'json':
      return undefined;
  }
}

/** Relations are filtered by IRI or by id. */
function iriId(text: string): string | undefined {
  const id = text.slice(text.lastIndexOf('/') + 1).toLowerCase();
  return isUuid(id) ? id : undefined;
}
