import type { Dialect, SqlRow, SqlSession } from '../contract/database/database.js';
import type { Reference, StoredRecord } from '../contract/records/record.js';
import type {
  ColumnType,
  ComputedField,
  FieldDescriptor,
  InverseOneField,
  ScalarField,
  ToManyField,
  ToOneField,
} from '../contract/schema/resource.js';
import { ABSTRACT_COMPONENT, ABSTRACT_PAGE_DATA } from '../contract/schema/resource.js';
import { InternalError } from '../errors/internal-error.js';
import type { BaseTable, RegisteredResource, ResourceRegistry } from '../metadata/resource-registry.js';
import { formatDecimal } from '../util/text/decimal.js';
import { mayOrderNulls } from '../contract/schema/resource.js';
import { inverseSource } from './inverse-source.js';
import { placeColumns } from './link-places.js';
import { leadsToMany, relatedRecords, type RelatedRecords, type RelationGuard } from './related-records.js';
import { decodeReferenceList, referenceText } from './reference-text.js';

/** Select parts of one resource. One row holds the whole record, including to-many relations. */
export interface RecordSelect {
  readonly resource: RegisteredResource;
  /** Column list; the short aliases are internal to `decode`. */
  readonly columns: string;
  /** SQL after the type's table `t` in a `from` clause: joins of its base table `b` and of relations. */
  readonly joins: string;
  decode(row: SqlRow): StoredRecord;
  /** The select without on-demand fields; absent if the type has none. */
  readonly brief?: RecordSelect;
  /** Returns SQL for a stored scalar or to-one field. A dotted path reads what the guard allows. */
  expression(path: string, guard?: RelationGuard): string;
  /** Returns the records of a path through to-many relations; undefined for a path to one value. */
  related(path: string, guard?: RelationGuard): RelatedRecords | undefined;
  /** Like `expression`, for a search: the plain text of an HTML field. */
  searched(path: string, guard?: RelationGuard): string;
  /** Returns the type of the column that `expression` reads. */
  columnType(path: string): ColumnType;
  /** Returns whether `expression` may be null; never for a required column of the record itself. */
  mayBeNull(path: string): boolean;
}

type Decoder = (row: SqlRow, values: Record<string, unknown>) => void;
interface Part {
  readonly columns: readonly string[];
  readonly joins: readonly string[];
  readonly decode: Decoder;
}

type SelectSession = Pick<SqlSession, 'dialect' | 'table'>;

/** Builds the select of a resource at boot for the active dialect and table prefix. */
export function createRecordSelect(
  resource: RegisteredResource,
  registry: ResourceRegistry,
  session: SelectSession,
): RecordSelect {
  const scope: SelectScope = { resource, registry, session };
  const select = selectOf(() => true, scope);
  const isBrief = (field: FieldDescriptor): boolean => !isReadOnDemand(field);
  return resource.fields.every(isBrief) ? select : { ...select, brief: selectOf(isBrief, scope) };
}

export const isReadOnDemand = (field: FieldDescriptor): boolean =>
  field.kind === 'to-many' && field.isReadOnDemand === true;

function selectOf(isRead: (field: FieldDescriptor) => boolean, scope: SelectScope): RecordSelect {
  const { resource, registry, session } = scope;
  const parts = resource.fields.flatMap((field, index) =>
    isRead(field) ? (buildPart(field, `f${index}`, scope) ?? []) : [],
  );
  const decoders = parts.map(({ decode }) => decode);
  const base =
    resource.baseTable === null ? [] : [`join ${session.table(resource.baseTable)} b on b.id = t.id`];
  const own = ownColumns(resource, session);
  return {
    resource,
    columns: [
      't.id as id',
      ...parts.flatMap(({ columns }) => columns),
      `${resource.baseTable === null ? 't' : 'b'}.row_version as version`,
    ].join(', '),
    joins: [...base, ...parts.flatMap(({ joins }) => joins)].join('\n'),
    decode(row) {
      const values: Record<string, unknown> = {};
      for (const decode of decoders) decode(row, values);
      // Drivers return ids as text on every database.
      return { type: resource.name, id: row.id as string, values, version: Number(row.version) };
    },
    expression: (path, guard = UNGUARDED) =>
      own.get(path) ??
      memberExpression(path, resource, { aliases: { own: 't', base: 'b' }, scope: { ...scope, guard } }),
    related: (path, guard = UNGUARDED) =>
      leadsToMany(path, resource, registry) ? relatedRecords(path, resource, { ...scope, guard }) : undefined,
    searched: (path, guard = UNGUARDED) =>
      memberExpression(path, resource, {
        aliases: { own: 't', base: 'b' },
        scope: { ...scope, guard, isSearch: true },
      }),
    columnType: (path) => columnType(path, resource, registry),
    mayBeNull(path) {
      const field = resource.field(path);
      return path !== 'id' && (field === undefined || mayOrderNulls(field));
    },
  };
}

interface SelectScope {
  readonly resource: RegisteredResource;
  readonly registry: ResourceRegistry;
  readonly session: SelectSession;
}

const UNGUARDED: RelationGuard = () => undefined;

interface PathScope extends SelectScope {
  readonly guard: RelationGuard;
  readonly isSearch?: true;
}

/** Aliases of a type's table and its base table in a statement. */
interface Aliases {
  readonly own: string;
  readonly base: string;
}

/** Returns the unguarded columns of the record itself, which most requests order by. */
function ownColumns(resource: RegisteredResource, { dialect }: SelectSession): ReadonlyMap<string, string> {
  const columns = resource.fields.flatMap((field): [string, string][] =>
    field.kind === 'scalar'
      ? [[field.name, `${ownerAlias(field, resource)}.${dialect.quote(field.column)}`]]
      : [],
  );
  return new Map([...columns, ['id', 't.id']]);
}

function buildPart(field: FieldDescriptor, alias: string, scope: SelectScope): Part | undefined {
  switch (field.kind) {
    case 'scalar': {
      const { dialect } = scope.session;
      return {
        columns: [`${ownerAlias(field, scope.resource)}.${dialect.quote(field.column)} as ${alias}`],
        joins: [],
        decode: scalarDecoder(field, alias, dialect),
      };
    }
    case 'upload':
      return {
        columns: [`t.${scope.session.dialect.quote(field.column)} as ${alias}`],
        joins: [],
        decode: (row, values) => void (values[field.name] = row[alias] ?? null),
      };
    case 'to-one':
      return toOnePart(field, alias, scope);
    case 'inverse-one':
      return inverseOnePart(field, alias, scope);
    case 'to-many':
      return toManyPart(field, alias, scope);
    case 'computed':
      return computedPart(field, alias, scope);
  }
}

/** SQLite stores decimals as numbers, so trailing decimals are restored here. */
function scalarDecoder(field: ScalarField, alias: string, dialect: Dialect): Decoder {
  const { name, type, scale = 0 } = field;
  if (type !== 'decimal')
    return (row, values) => void (values[name] = dialect.decode(type, row[alias] ?? null));
  return (row, values) => {
    const value = dialect.decode(type, row[alias] ?? null);
    values[name] = typeof value === 'string' ? formatDecimal(value, scale) : value;
  };
}

/** Builds the first non-null value of some paths. Resolver fields are computed outside SQL. */
function computedPart(
  { name, coalesce }: ComputedField,
  alias: string,
  scope: SelectScope,
): Part | undefined {
  if (coalesce === undefined) return undefined;
  const paths = coalesce.map((path) =>
    memberExpression(path.join('.'), scope.resource, {
      aliases: { own: 't', base: 'b' },
      scope: { ...scope, guard: UNGUARDED },
    }),
  );
  // The paths must have the same type, as in SQL.
  const type = columnType(coalesce[0]?.join('.') ?? '', scope.resource, scope.registry);
  return {
    columns: [`coalesce(${paths.join(', ')}, null) as ${alias}`],
    joins: [],
    decode: (row, values) => void (values[name] = scope.session.dialect.decode(type, row[alias] ?? null)),
  };
}

function toOnePart(field: ToOneField, alias: string, scope: SelectScope): Part {
  const column = `${ownerAlias(field, scope.resource)}.${scope.session.dialect.quote(field.column)}`;
  return referencePart({ field, alias }, scope, {
    id: column,
    joinOn: (target) => `${target}.id = ${column}`,
  });
}

function inverseOnePart(field: InverseOneField, alias: string, scope: SelectScope): Part {
  const owner = `x${alias}`;
  const table =
    inverseSource(field, field.column, scope) ??
    scope.session.table(baseTableOf(field.target, scope.registry) ?? targetTable(field.target, scope));
  const join = `left join ${table} ${owner} on ${owner}.${scope.session.dialect.quote(field.column)} = t.id`;
  const part = referencePart({ field, alias }, scope, {
    id: `${owner}.id`,
    joinOn: (target) => `${target}.id = ${owner}.id`,
  });
  return { ...part, joins: [join, ...part.joins] };
}

/** Returns the columns of one reference: the id, and where necessary the concrete type and the IRI key. */
function referencePart(
  { field, alias }: { readonly field: ToOneField | InverseOneField; readonly alias: string },
  { registry, session }: SelectScope,
  source: { readonly id: string; readonly joinOn: (target: string) => string },
): Part {
  const columns = [`${source.id} as ${alias}`];
  const joins: string[] = [];
  const base = discriminatedBase(field.target, registry);
  if (base !== null) {
    columns.push(`b${alias}.dtype as ${alias}t`);
    joins.push(`left join ${session.table(base)} b${alias} on ${source.joinOn(`b${alias}`)}`);
  }
  const key = identifierColumn(field.target, registry);
  if (key !== null) {
    columns.push(`k${alias}.${session.dialect.quote(key.column)} as ${alias}k`);
    joins.push(`left join ${session.table(key.table)} k${alias} on ${source.joinOn(`k${alias}`)}`);
  }
  return {
    columns,
    joins,
    decode: referenceDecoder(field, alias, { typed: base !== null, keyed: key !== null }),
  };
}

function referenceDecoder(
  field: ToOneField | InverseOneField,
  alias: string,
  { typed, keyed }: { readonly typed: boolean; readonly keyed: boolean },
): Decoder {
  return (row, values) => {
    const id = row[alias] as string | null | undefined; // Ids are text on every database.
    values[field.name] =
      id == null
        ? null
        : ({
            type: typed ? (row[`${alias}t`] as string) : field.target,
            id,
            key: keyed ? (row[`${alias}k`] as string) : id,
          } satisfies Reference);
  };
}

function toManyPart(field: ToManyField, alias: string, scope: SelectScope): Part {
  const { registry, session } = scope;
  const { dialect } = session;
  const base = baseTableOf(field.target, registry);
  const table = session.table(base ?? targetTable(field.target, scope));
  const key = identifierColumn(field.target, registry);
  const text = referenceText(dialect, {
    id: 'x.id',
    type: discriminatedBase(field.target, registry) === null ? null : 'x.dtype',
    key: key === null ? null : `x.${dialect.quote(key.column)}`,
  });
  const { through } = field;
  const order = listOrder(through).map(([row, column]) => `${row}.${dialect.quote(column)}`);
  const created = base === null && !hasCreationTime(registry.require(field.target)) ? [] : ['x.created_at'];
  const joined = dialect.joinText(text, [...order, ...created, 'x.id'].join(', '));
  const source =
    through.kind === 'inverse'
      ? `${inverseSource(field, through.column, { registry, session }) ?? table} x where x.${dialect.quote(through.column)} = t.id`
      : `${session.table(through.table)} l join ${table} x on x.id = l.${through.targetColumn} where l.${through.ownColumn} = t.id`;
  return {
    columns: [`(select ${joined} from ${source}) as ${alias}`],
    joins: [],
    decode: (row, values) => {
      values[field.name] = decodeReferenceList(row[alias] as string | null, field.target);
    },
  };
}

/** Returns whether a type has `created_at`: base tables always, record types if they are timestamped. */
const hasCreationTime = ({ fields }: RegisteredResource): boolean =>
  fields.some((field) => field.kind === 'scalar' && field.column === 'created_at');

/** Returns the columns that order a list before its dates, from the link row (`l`) or the record (`x`). */
function listOrder(through: ToManyField['through']): readonly (readonly ['l' | 'x', string])[] {
  if (through.kind === 'link') return [['l', placeColumns(through).own]];
  return through.order === undefined ? [] : [['x', through.order]];
}

function memberExpression(
  path: string,
  resource: RegisteredResource,
  { aliases, scope }: { readonly aliases: Aliases; readonly scope: PathScope },
): string {
  const [name = '', ...rest] = path.split('.');
  const field = resource.field(name);
  const { dialect } = scope.session;
  if (name === 'id' && rest.length === 0) return `${aliases.own}.id`;
  const columnOf = ({ column }: { readonly column: string }, isBase: boolean): string =>
    `${isBase ? aliases.base : aliases.own}.${dialect.quote(column)}`;
  if (field?.kind === 'scalar' && rest.length === 0) {
    const column = columnOf(field, resource.baseFields.includes(field));
    const text = scope.isSearch === true ? resource.searchTexts.get(name) : undefined;
    // Rows written by an older release have no text.
    return text === undefined ? column : `coalesce(${columnOf({ column: text }, false)}, ${column})`;
  }
  if (field?.kind !== 'to-one')
    throw new InternalError(`${resource.name}.${path} cannot be searched or ordered by`);
  const column = columnOf(field, resource.baseFields.includes(field));
  if (rest.length > 0)
    return relatedExpression(
      { path: rest.join('.'), target: scope.registry.require(field.target), column },
      aliases,
      scope,
    );
  const test = scope.guard(field.target, column, 'named');
  return test === undefined ? column : `(case when ${test} then ${column} end)`;
}

/** Returns the column type of a field for `memberExpression`: a relation key unless it is a scalar. */
function columnType(path: string, resource: RegisteredResource, registry: ResourceRegistry): ColumnType {
  const [name = '', ...rest] = path.split('.');
  const field = resource.field(name);
  if (field?.kind === 'scalar') return field.type;
  if (field?.kind !== 'to-one' || rest.length === 0) return 'uuid';
  return columnType(rest.join('.'), registry.require(field.target), registry);
}

/** A field of the record that a column references. */
interface RelatedMember {
  readonly path: string;
  readonly target: RegisteredResource;
  readonly column: string;
}

function relatedExpression(
  { path, target, column }: RelatedMember,
  { own }: Aliases,
  scope: PathScope,
): string {
  const aliases = { own: `${own}x`, base: `${own}xb` };
  const { table } = scope.session;
  const inner = memberExpression(path, target, { aliases, scope });
  const base =
    target.baseTable === null
      ? ''
      : ` join ${table(target.baseTable)} ${aliases.base} on ${aliases.base}.id = ${aliases.own}.id`;
  const test = scope.guard(target.name, `${aliases.own}.id`, 'embedded');
  const and = test === undefined ? '' : ` and ${test}`;
  return `(select ${inner} from ${table(target.table)} ${aliases.own}${base} where ${aliases.own}.id = ${column}${and})`;
}

function ownerAlias(field: FieldDescriptor, resource: RegisteredResource): 't' | 'b' {
  return resource.baseFields.includes(field) ? 'b' : 't';
}

function targetTable(target: string, { registry }: SelectScope): string {
  return registry.require(target).table;
}

/** Returns the base table with the ids of a target that is a component or page data, abstract or typed. */
function baseTableOf(target: string, registry: ResourceRegistry): BaseTable | null {
  if (target === ABSTRACT_COMPONENT) return 'abstract_component';
  if (target === ABSTRACT_PAGE_DATA) return 'abstract_page_data';
  return registry.require(target).baseTable;
}

/** Returns the base table whose discriminator has the concrete type; null if the target has only one. */
function discriminatedBase(target: string, registry: ResourceRegistry): BaseTable | null {
  const isConcrete = target !== ABSTRACT_COMPONENT && target !== ABSTRACT_PAGE_DATA;
  if (isConcrete && registry.require(target).concreteTypes.size === 1) return null;
  return baseTableOf(target, registry);
}

function identifierColumn(
  target: string,
  registry: ResourceRegistry,
): { table: string; column: string } | null {
  const resource = registry.get(target);
  if (resource?.identifier === undefined) return null;
  const field = resource.field(resource.identifier);
  if (field?.kind !== 'scalar')
    throw new InternalError(`${target}.${resource.identifier} is no stored member`);
  return { table: resource.table, column: field.column };
}
