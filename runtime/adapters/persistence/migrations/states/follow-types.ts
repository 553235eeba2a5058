import type { ContentStatement } from '../../../../kernel/contract/database/migration.js';
import type { NamedType, StoredType } from '../../../../kernel/contract/database/schema-state.js';
import type { TableDefinition } from '../../../../kernel/contract/database/table.js';
import { ChangedKindError } from './changed-kind-error.js';

/** The same type before and after a change. */
export interface FollowedType {
  readonly from: StoredType;
  readonly to: StoredType;
}

/** Types that are in both states: under the same title, or under an earlier one that no other type has now. */
export function followTypes(
  previous: readonly StoredType[],
  next: readonly NamedType[],
): readonly FollowedType[] {
  return pairTypes(previous, next).filter(({ from, to }) => from.kind === to.kind);
}

/** @throws ChangedKindError for types that become records, or stop being some: what names their rows could not follow. */
export function assertSameKinds(previous: readonly StoredType[], next: readonly NamedType[]): void {
  const changed = pairTypes(previous, next).filter(
    ({ from, to }) => (from.kind === 'record') !== (to.kind === 'record'),
  );
  if (changed.length > 0) throw new ChangedKindError(changed);
}

function pairTypes(previous: readonly StoredType[], next: readonly NamedType[]): readonly FollowedType[] {
  const before = new Map(previous.map((type) => [type.name, type]));
  const present = new Set(next.map(({ name }) => name));
  return next.flatMap((to) => {
    const former = to.renamedFrom.find((title) => before.has(title) && !present.has(title)) ?? '';
    const from = before.get(to.name) ?? before.get(former);
    return from === undefined ? [] : [{ from, to }];
  });
}

/** `tables` with the names that the tables of followed types, and the link tables of those, had before. */
export function withFormerTables(
  tables: readonly TableDefinition[],
  types: readonly FollowedType[],
): readonly TableDefinition[] {
  const moved = types.filter(({ from, to }) => from.table !== to.table);
  if (moved.length === 0) return tables;
  return tables.map((table) => {
    const former = moved.flatMap(({ from, to }) => {
      if (table.name === to.table) return [from.table];
      const isLink = table.primaryKey.length > 1 && table.name.startsWith(`${to.table}_`);
      return isLink ? [from.table + table.name.slice(to.table.length)] : [];
    });
    return former.length === 0
      ? table
      : { ...table, renamedFrom: [...new Set([...former, ...(table.renamedFrom ?? [])])] };
  });
}

/** Rewrites whatever rows of other tables keep of the types that go by another name, class or address now. */
export function renameContent(types: readonly FollowedType[]): readonly ContentStatement[] {
  return types.flatMap((type) => [
    ...renameDiscriminator(type),
    ...(type.to.kind === 'page_data' ? renameClass(type) : []),
    ...renameAddress(type),
  ]);
}

/** Tables whose rows name their type; a record's own table says it. */
const DISCRIMINATED: Readonly<Record<StoredType['kind'], readonly string[]>> = {
  component: ['abstract_component', 'place_count'],
  page_data: ['abstract_page_data'],
  record: [],
};

function renameDiscriminator({ from, to }: FollowedType): readonly ContentStatement[] {
  if (from.name === to.name) return [];
  return DISCRIMINATED[to.kind].map((table) => ({
    kind: 'replaceValue',
    table,
    column: 'dtype',
    from: from.name,
    to: to.name,
  }));
}

/** A position names its page data type by class identifier or by title (contract decision 1). */
function renameClass({ from, to }: FollowedType): readonly ContentStatement[] {
  const pairs = new Map([
    [from.name, to.name],
    [from.classIdentifier, to.classIdentifier],
  ]);
  return [...pairs]
    .filter(([before, after]) => before !== after)
    .map(([before, after]) => ({
      kind: 'replaceClass',
      table: 'component_position',
      column: 'page_data_class',
      from: before,
      to: after,
    }));
}

/** Groups allow components by collection, and those that a component owns are found by its IRI (core.md section 7). */
function renameAddress({ from, to }: FollowedType): readonly ContentStatement[] {
  if (from.path === to.path) return [];
  const ends = { from: from.path, to: to.path };
  const collections = { kind: 'replaceIri', table: 'collection', column: 'resource_iri', ...ends } as const;
  if (to.kind !== 'component') return [collections];
  return [
    collections,
    { kind: 'replaceListItem', table: 'component_group', column: 'allowed_components', ...ends },
    { kind: 'replaceIri', table: 'component_group', column: 'location', ...ends },
    { kind: 'replaceIri', table: 'component_group', column: 'reference', ...ends },
  ];
}
