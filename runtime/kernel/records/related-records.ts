import type { SqlSession } from '../contract/database/database.js';
import type {
  FieldDescriptor,
  InverseOneField,
  OrderDescriptor,
  ToManyField,
  ToOneField,
} from '../contract/schema/resource.js';
import { ABSTRACT_COMPONENT, ABSTRACT_PAGE_DATA } from '../contract/schema/resource.js';
import { InternalError } from '../errors/internal-error.js';
import type { RegisteredResource, ResourceRegistry } from '../metadata/resource-registry.js';

/**
 * Returns a condition on the record with SQL id `id`. `named` decides whether its IRI may be shown,
 * `embedded` whether it may be read. Undefined if all records may.
 */
export type RelationGuard = (target: string, id: string, purpose: 'named' | 'embedded') => string | undefined;

/** Records at the end of a path through to-many relations, for one row of the outer statement. */
export interface RelatedRecords {
  /** SQL of the field at the end of the path, for one related record. */
  readonly expression: string;
  /** Returns SQL: a condition on `expression` holds for at least one related record. */
  some(condition: string): string;
  /**
   * Returns SQL of the value that orders the outer row: the minimum ascending, the maximum descending; null
   * if there is none.
   */
  ordering(direction: OrderDescriptor['direction']): string;
}

interface RelatedScope {
  readonly registry: ResourceRegistry;
  readonly session: Pick<SqlSession, 'table' | 'dialect'>;
  readonly guard: RelationGuard;
}

type RelationField = ToOneField | InverseOneField | ToManyField;

/** A record along the path: its type and table aliases. */
interface Place {
  readonly resource: RegisteredResource;
  readonly own: string;
  readonly base: string;
}

/** A table to read, and its join condition. */
interface Source {
  readonly table: string;
  readonly on: string;
}

interface Walk {
  readonly sources: readonly Source[];
  readonly conditions: readonly string[];
  readonly expression: string;
}

/** Returns whether a path can lead to several values for one record. */
export function leadsToMany(path: string, resource: RegisteredResource, registry: ResourceRegistry): boolean {
  const [name = '', ...rest] = path.split('.');
  const field = resource.field(name);
  if (field === undefined || !isRelation(field)) return false;
  if (field.kind !== 'to-one') return true;
  const target = registry.get(field.target);
  return rest.length > 0 && target !== undefined && leadsToMany(rest.join('.'), target, registry);
}

/**
 * Builds the SQL of a path through one or more to-many relations. The guard checks every record along the
 * path, so that hidden ones are skipped. Tables are joined flat, because MariaDB does not support derived
 * tables in correlated subqueries.
 */
export function relatedRecords(
  path: string,
  resource: RegisteredResource,
  scope: RelatedScope,
): RelatedRecords {
  const { sources, conditions, expression } = walk(
    path.split('.'),
    { resource, own: 't', base: 'b' },
    { scope, depth: 0 },
  );
  const [first, ...joined] = sources;
  if (first === undefined) throw new InternalError(`${resource.name}.${path} leads to one value`);
  const from = [first.table, ...joined.map(({ table, on }) => `join ${table} on ${on}`)].join('\n  ');
  const select = (what: string, more: readonly string[]): string =>
    `(\n  select ${what} from ${from}\n  where ${[first.on, ...conditions, ...more].join(' and ')})`;
  return {
    expression,
    some: (condition) => `exists ${select('1', [`(${condition})`])}`,
    ordering: (direction) => select(`${direction === 'asc' ? 'min' : 'max'}(${expression})`, []),
  };
}

interface WalkScope {
  readonly scope: RelatedScope;
  /** Number of relations before this one, used in alias names. */
  readonly depth: number;
}

function walk([name = '', ...rest]: readonly string[], place: Place, { scope, depth }: WalkScope): Walk {
  const field = place.resource.field(name);
  if (rest.length === 0 && (field === undefined || !isRelation(field))) return lastMember(name, place, scope);
  if (field === undefined || !isRelation(field))
    throw new InternalError(`${place.resource.name}.${name} is not a relation`);
  if (rest.length === 0) return lastRelation(field, place, { scope, depth });
  const target = scope.registry.require(field.target);
  const next: Place = { resource: target, own: `r${depth}`, base: `r${depth}b` };
  const test = scope.guard(target.name, `${next.own}.id`, 'embedded');
  const further = walk(rest, next, { scope, depth: depth + 1 });
  return {
    ...further,
    sources: [...stepSources(field, { place, next }, { scope, depth }), ...further.sources],
    conditions: [...(test === undefined ? [] : [test]), ...further.conditions],
  };
}

function lastMember(name: string, place: Place, { session }: RelatedScope): Walk {
  const field = place.resource.field(name);
  if (name === 'id') return { sources: [], conditions: [], expression: `${place.own}.id` };
  if (field?.kind !== 'scalar')
    throw new InternalError(`${place.resource.name}.${name} cannot be compared with a value`);
  return { sources: [], conditions: [], expression: columnOf(field, place, session) };
}

/** Handles a relation at the end of a path, which is compared by the ids of its records. */
function lastRelation(field: RelationField, place: Place, { scope, depth }: WalkScope): Walk {
  const { session, guard } = scope;
  const guarded = (id: string, sources: readonly Source[], pairs: readonly string[] = []): Walk => {
    const test = guard(field.target, id, 'named');
    return { sources, conditions: [...pairs, ...(test === undefined ? [] : [test])], expression: id };
  };
  if (field.kind === 'to-one') return guarded(columnOf(field, place, session), []);
  if (field.kind === 'to-many' && field.through.kind === 'link') {
    const link = `l${depth}`;
    return guarded(`${link}.${field.through.targetColumn}`, [
      linkSource(field.through, { link, place }, scope),
    ]);
  }
  const next: Place = { resource: ownerOfKey(field, scope), own: `r${depth}`, base: `r${depth}b` };
  const sources = inverseSources(keyOf(field), { place, next }, scope);
  return guarded(`${next.own}.id`, sources);
}

interface Step {
  readonly place: Place;
  readonly next: Place;
}

function stepSources(field: RelationField, step: Step, { scope, depth }: WalkScope): readonly Source[] {
  const { place, next } = step;
  const { session } = scope;
  if (field.kind === 'to-one')
    return [
      {
        table: `${session.table(next.resource.table)} ${next.own}`,
        on: `${next.own}.id = ${columnOf(field, place, session)}`,
      },
      ...baseSource(next, scope),
    ];
  if (field.kind === 'to-many' && field.through.kind === 'link') {
    const link = `l${depth}`;
    return [
      linkSource(field.through, { link, place }, scope),
      {
        table: `${session.table(next.resource.table)} ${next.own}`,
        on: `${next.own}.id = ${link}.${field.through.targetColumn}`,
      },
      ...baseSource(next, scope),
    ];
  }
  return inverseSources(keyOf(field), step, scope);
}

/** Returns the links of a record as table `link`. */
const linkSource = (
  through: Extract<ToManyField['through'], { kind: 'link' }>,
  { link, place }: { readonly link: string; readonly place: Place },
  { session }: RelatedScope,
): Source => ({
  table: `${session.table(through.table)} ${link}`,
  on: `${link}.${through.ownColumn} = ${place.own}.id`,
});

/**
 * Returns the records that hold the id in a column of their table or base table. A draft copies the key, so
 * the pair counts as one record.
 */
function inverseSources(column: string, { place, next }: Step, scope: RelatedScope): readonly Source[] {
  const { session } = scope;
  const { resource } = next;
  const field = resource.fields.find((one) => one.kind === 'to-one' && one.column === column);
  const isOfBase = field !== undefined && resource.baseFields.includes(field);
  const key = `${isOfBase ? next.base : next.own}.${session.dialect.quote(column)}`;
  const own: Source = {
    table: `${session.table(resource.table)} ${next.own}`,
    on: `${key} = ${place.own}.id`,
  };
  const bases = baseSource(next, scope);
  // The table with the key is read first.
  if (isOfBase)
    return [
      ...bases.map((base) => ({ ...base, on: own.on })),
      { ...own, on: `${next.own}.id = ${next.base}.id` },
    ];
  const pair = resource.publishable === undefined ? '' : ` and ${next.base}.published_resource_id is null`;
  return [own, ...bases.map((base) => ({ ...base, on: base.on + pair }))];
}

const baseSource = ({ resource, own, base }: Place, { session }: RelatedScope): readonly Source[] =>
  resource.baseTable === null
    ? []
    : [{ table: `${session.table(resource.baseTable)} ${base}`, on: `${base}.id = ${own}.id` }];

/** Returns the type whose table has the key of the inverse side. */
function ownerOfKey({ target, name }: RelationField, { registry }: RelatedScope): RegisteredResource {
  if (target !== ABSTRACT_COMPONENT && target !== ABSTRACT_PAGE_DATA) return registry.require(target);
  throw new InternalError(`${name} leads to records of any type, which no list can be filtered by`);
}

function keyOf(field: RelationField): string {
  if (field.kind === 'inverse-one') return field.column;
  if (field.kind === 'to-many' && field.through.kind === 'inverse') return field.through.column;
  throw new InternalError(`${field.name} has no key on the other side`);
}

const isRelation = (field: FieldDescriptor): field is RelationField =>
  field.kind === 'to-one' || field.kind === 'inverse-one' || field.kind === 'to-many';

const columnOf = (
  field: Extract<FieldDescriptor, { kind: 'scalar' | 'to-one' }>,
  { resource, own, base }: Place,
  { dialect }: RelatedScope['session'],
): string => `${resource.baseFields.includes(field) ? base : own}.${dialect.quote(field.column)}`;
