import type { PartsOf } from '../prepared-resource.js';
import type { RequestContext } from '../contract/context.js';
import type { SqlParameters, SqlSession } from '../contract/database/database.js';
import type { QueryExtension, SqlCondition } from '../contract/records/operations.js';
import type { ColumnType } from '../contract/schema/resource.js';
import type { IriConverter, IriTarget } from '../metadata/iri-converter.js';
import type { RegisteredResource, ResourceRegistry } from '../metadata/resource-registry.js';
import { allOf } from '../records/all-of.js';
import type { RecordReader } from '../records/record-reader.js';
import type { RelatedRecords, RelationGuard } from '../records/related-records.js';
import { isStorableText } from '../util/text/storable-text.js';
import { isUuid } from '../util/is-uuid.js';
import { parametersOf, textsOf, visibilityConditions } from './conditions.js';

/**
 * Field paths of a type in one statement. A path evaluates to null if the caller cannot read a record along
 * it.
 */
export interface RequestedPaths {
  expression(path: string): string;
  /** Returns the readable records of a path through to-many relations; undefined for a path to one value. */
  related(path: string): RelatedRecords | undefined;
  /** Like `expression`, for a search: the plain text of an HTML field. */
  searched(path: string): string;
  columnType(path: string): ColumnType;
  mayBeNull(path: string): boolean;
  member(path: string): RequestedMember;
  /**
   * Returns the value to compare with the id of the record an IRI refers to; undefined if the IRI does not
   * name a record of the target.
   */
  idNamed(iri: string, target: string, parameter: string): NamedValue | undefined;
  /** Returns the parameters of all expressions used so far. */
  parameters(): SqlParameters;
  /** Returns selects of the next times at which the values change on schedule. */
  moments(): readonly string[];
  /** Returns the types of the records along the paths. A change of one of them may change the values. */
  targets(): readonly RegisteredResource[];
}

/** The field that a path leads to. */
export interface RequestedMember {
  readonly type: ColumnType;
  /** Type of the records that a relation or an id refers to. */
  readonly target?: string;
  /** Total digits of a decimal, and digits after the decimal point. */
  readonly precision?: number;
  readonly scale?: number;
}

export interface NamedValue {
  readonly parameter: string;
  /** Replaces a parameter that is not itself a value of the column. */
  readonly sql?: string;
  readonly parameters: SqlParameters;
}

export type AskPaths = (
  resource: RegisteredResource,
  scope: { readonly context: RequestContext; readonly session: Pick<SqlSession, 'table' | 'dialect'> },
) => RequestedPaths;

export interface AskPathsDeps {
  readonly registry: ResourceRegistry;
  readonly iris: Pick<IriConverter, 'parse'>;
  readonly reader: Pick<RecordReader, 'select'>;
  readonly filtersOf: PartsOf<QueryExtension>;
}

type Purpose = Parameters<RelationGuard>[2];

/**
 * Creates the paths. Searching, ordering and filtering count as reading (contract decision 65), so unreadable
 * values are treated as absent.
 */
export function createAskPaths({ registry, iris, reader, filtersOf }: AskPathsDeps): AskPaths {
  return (resource, { context, session }) => {
    const select = reader.select(resource.name);
    const used: SqlCondition[] = [];
    const targets = new Map<string, RegisteredResource>();

    function conditionsOf(target: RegisteredResource, purpose: Purpose): readonly SqlCondition[] {
      const resource = { resource: target, filters: filtersOf(target) };
      const conditions = visibilityConditions(resource, purpose, context);
      // A reference without conditions needs no join, because the referencing record holds the id.
      if (purpose === 'embedded' || conditions.length > 0) targets.set(target.name, target);
      return conditions;
    }

    /** Returns a condition: the record with that id satisfies the conditions, which refer to `t` and `b`. */
    function isOpen(target: RegisteredResource, id: string, conditions: readonly SqlCondition[]): string {
      used.push(...conditions);
      const table = session.table(target.table);
      const base =
        target.baseTable === null ? '' : `\n  join ${session.table(target.baseTable)} b on b.id = t.id`;
      return `exists (
  select 1 from ${table} named where named.id = ${id} and exists (
  select 1 from ${table} t${base} where t.id = named.id and ${allOf(textsOf(conditions))}))`;
    }

    function isOpenOfMany(types: readonly RegisteredResource[], id: string): string | undefined {
      const restricted = types
        .map((type) => ({ type, conditions: conditionsOf(type, 'named') }))
        .filter(({ conditions }) => conditions.length > 0);
      const base = types[0]?.baseTable ?? null;
      if (restricted.length === 0 || base === null) return undefined;
      const names = restricted.map(({ type }) => [`named_${type.name}`, type.name] as const);
      used.push({ sql: '', parameters: Object.fromEntries(names) });
      const list = names.map(([parameter]) => `:${parameter}`).join(', ');
      const others = `not exists (
  select 1 from ${session.table(base)} named where named.id = ${id} and named.dtype in (${list}))`;
      const tests = restricted.map(({ type, conditions }) => isOpen(type, id, conditions));
      return `(${[others, ...tests].join('\n  or ')})`;
    }

    const guard: RelationGuard = (name, id, purpose) => {
      const types = registry.all.filter((type) => registry.accepts(name, type.name));
      // A dotted path reads the table of exactly the type that the relation names.
      const [only, ...more] = purpose === 'embedded' ? [registry.require(name)] : types;
      if (more.length > 0) return isOpenOfMany(types, id);
      if (only === undefined) return undefined;
      const conditions = conditionsOf(only, purpose);
      return conditions.length === 0 ? undefined : isOpen(only, id, conditions);
    };
    return {
      expression: (path) => select.expression(path, guard),
      related(path) {
        const related = select.related(path, guard);
        // Records of the types along the path may hold the relation, so each of them may change the related
        // records.
        if (related !== undefined)
          for (const type of typesOn(path, resource, registry)) targets.set(type.name, type);
        return related;
      },
      searched: (path) => select.searched(path, guard),
      columnType: (path) => select.columnType(path),
      mayBeNull: (path) => select.mayBeNull(path),
      member: (path) => memberOf(path, resource, registry),
      idNamed(iri, target, parameter) {
        const named = iris.parse(iri);
        if (named?.kind !== 'item' || !registry.accepts(target, named.resource.name)) return undefined;
        return namedValue(named, parameter, session);
      },
      parameters: () => parametersOf(used),
      moments: () => [...new Set(used.flatMap(({ nextChange }) => nextChange ?? []))],
      targets: () => [...targets.values()],
    };
  };
}

/** Returns the types of the records along a path. */
function typesOn(
  path: string,
  resource: RegisteredResource,
  registry: ResourceRegistry,
): readonly RegisteredResource[] {
  const [name = '', ...rest] = path.split('.');
  const field = resource.field(name);
  if (field === undefined || !('target' in field)) return [];
  const types = registry.all.filter((type) => registry.accepts(field.target, type.name));
  return rest.length === 0
    ? types
    : [...types, ...typesOn(rest.join('.'), registry.require(field.target), registry)];
}

function memberOf(path: string, resource: RegisteredResource, registry: ResourceRegistry): RequestedMember {
  const [name = '', ...rest] = path.split('.');
  const field = resource.field(name);
  if (field?.kind === 'scalar') return field;
  if (field === undefined || !('target' in field)) return { type: 'uuid', target: resource.name };
  if (rest.length === 0) return { type: 'uuid', target: field.target };
  return memberOf(rest.join('.'), registry.require(field.target), registry);
}

/** Returns the value for the key of an IRI, which is a field instead of the id for some types. */
function namedValue(
  { resource, key }: Extract<IriTarget, { kind: 'item' }>,
  parameter: string,
  session: Pick<SqlSession, 'table' | 'dialect'>,
): NamedValue | undefined {
  if (isUuid(key)) return { parameter, parameters: { [parameter]: key.toLowerCase() } };
  const field = resource.identifier === undefined ? undefined : resource.field(resource.identifier);
  if (field?.kind !== 'scalar' || !isStorableText(key)) return undefined;
  const column = session.dialect.quote(field.column);
  const sql = `(select named.id from ${session.table(resource.table)} named where named.${column} = :${parameter})`;
  return { parameter, sql, parameters: { [parameter]: key } };
}
