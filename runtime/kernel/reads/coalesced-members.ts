import type { SqlRow } from '../contract/database/database.js';
import type { ReadScope, Representation, RepresentationExtension } from '../contract/records/operations.js';
import type { ComputedField } from '../contract/schema/resource.js';
import type { IriConverter } from '../metadata/iri-converter.js';
import type { RegisteredResource, ResourceRegistry } from '../metadata/resource-registry.js';
import { earliest } from '../util/dates/earliest.js';
import type { RequestedPaths, AskPaths } from './requested-paths.js';
import type { ReadsPath } from './declared-parameters.js';

export interface CoalescedMembersDeps {
  readonly registry: ResourceRegistry;
  readonly iris: IriConverter;
  readonly askPaths: AskPaths;
  readonly readsPath: ReadsPath;
}

interface Coalesced {
  readonly name: string;
  /** Dotted paths, in order of precedence. */
  readonly paths: readonly string[];
}

/** A select column for one path, as far as the caller may read it. */
interface Column {
  readonly alias: string;
  readonly sql: string;
  readonly path: string;
}

/**
 * Computes `"x-computed": { "coalesce": ... }` for the caller: hidden values count as null (contract decision
 * 65). Stored records hold the value computed without restrictions, which is used if nothing can be hidden.
 */
export function createCoalescedMembers(deps: CoalescedMembersDeps): RepresentationExtension {
  const coalesced = new Map(deps.registry.all.map((resource) => [resource.name, membersOf(resource)]));
  return {
    appliesTo: ({ name }) => (coalesced.get(name)?.length ?? 0) > 0,
    async extend(representations, _purpose, scope) {
      const [first] = representations;
      if (first === undefined) return;
      const resource = deps.registry.require(first.record.type);
      const members = coalesced.get(resource.name) ?? [];
      const paths = deps.askPaths(resource, scope);
      const columns = new Map(
        members.map((member) => [member.name, columnsOf(member, resource, { paths, scope, deps })]),
      );
      tagTargets(representations, paths, deps);
      if (members.every(({ name, paths: all }) => columns.get(name)?.length === all.length) && isOpen(paths))
        return;
      await show(representations, resource, { columns, paths, scope });
    },
  };
}

const membersOf = ({ fields }: RegisteredResource): readonly Coalesced[] =>
  fields
    .filter((field): field is ComputedField => field.kind === 'computed')
    .flatMap(({ name, coalesce }) =>
      coalesce === undefined ? [] : { name, paths: coalesce.map((path) => path.join('.')) },
    );

interface Work {
  readonly paths: RequestedPaths;
  readonly scope: ReadScope;
  readonly deps: CoalescedMembersDeps;
}

function columnsOf(
  { name, paths: all }: Coalesced,
  resource: RegisteredResource,
  { paths, scope, deps }: Work,
): readonly Column[] {
  return all
    .filter((path) => deps.readsPath(resource, path, scope.context.actor))
    .map((path, index) => ({ alias: `${name}_${index}`, sql: paths.expression(path), path }));
}

/** Returns whether nothing along the paths can be hidden from the caller or change on schedule. */
const isOpen = (paths: RequestedPaths): boolean =>
  Object.keys(paths.parameters()).length === 0 &&
  paths.targets().every(({ publishable }) => publishable === undefined);

/**
 * Adds the collections of the source records as cache tags, so that any change of them or their visibility
 * purges the response.
 */
function tagTargets(
  representations: readonly Representation[],
  paths: RequestedPaths,
  { iris }: CoalescedMembersDeps,
): void {
  for (const { tags } of representations)
    for (const target of paths.targets()) tags.add(iris.collection(target));
}

async function show(
  representations: readonly Representation[],
  resource: RegisteredResource,
  {
    columns,
    paths,
    scope,
  }: Pick<Work, 'paths' | 'scope'> & {
    readonly columns: ReadonlyMap<string, readonly Column[]>;
  },
): Promise<void> {
  const { session } = scope;
  let expiresAt: Date | undefined;
  const moments = paths.moments().map((select, index) => ({ alias: `next${index}`, sql: `(${select})` }));
  const shown = [...[...columns.values()].flat(), ...moments];
  const list = shown.map(({ alias, sql }) => `${sql} as ${session.dialect.quote(alias)}`);
  const base =
    resource.baseTable === null ? '' : ` join ${session.table(resource.baseTable)} b on b.id = t.id`;
  const rows = await session.all(
    `select ${['t.id as id', ...list].join(', ')}
from ${session.table(resource.table)} t${base}
where ${session.dialect.anyOf('t.id', 'ids', 'uuid')}`,
    { ...paths.parameters(), ids: representations.map(({ record }) => record.id) },
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const representation of representations) {
    const row = byId.get(representation.record.id) ?? {};
    for (const [name, own] of columns)
      representation.members[name] = firstValue(own, row, { paths, scope }) ?? undefined;
    for (const { alias } of moments) {
      const moment = session.dialect.decode('datetime', row[alias] ?? null);
      if (moment instanceof Date) expiresAt = earliest(expiresAt, moment);
    }
    representation.expiresAt = earliest(representation.expiresAt, expiresAt);
  }
}

function firstValue(
  columns: readonly Column[],
  row: SqlRow,
  { paths, scope }: Pick<Work, 'paths' | 'scope'>,
): unknown {
  for (const { alias, path } of columns) {
    const value = scope.session.dialect.decode(paths.columnType(path), row[alias] ?? null);
    if (value !== null) return value;
  }
  return null;
}
