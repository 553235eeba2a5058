import { ProjectError } from '../../../../project/project-error.js';
import { listed } from '../../../../kernel/util/text/listed.js';
import type { ContentStatement } from '../../../../kernel/contract/database/migration.js';
import type { NamedType, StoredType } from '../../../../kernel/contract/database/schema-state.js';
import type { TableDefinition } from '../../../../kernel/contract/database/table.js';

/** A type before and after a change. */
export interface FollowedType {
  readonly from: StoredType;
  readonly to: StoredType;
}

/** Returns types that are in both states, by the same title or a previous one that no other type uses. */
export function followTypes(
  previous: readonly StoredType[],
  next: readonly NamedType[],
): readonly FollowedType[] {
  return pairTypes(previous, next).filter(({ from, to }) => from.kind === to.kind);
}

/**
 * Rejects types that become records or stop being records, because references to their rows could not be
 * converted. @throws ChangedKindError
 */
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
    const earlier = to.renamedFrom.find((title) => before.has(title) && !present.has(title)) ?? '';
    const from = before.get(to.name) ?? before.get(earlier);
    return from === undefined ? [] : [{ from, to }];
  });
}

/** Adds the previous names of the tables, including link tables, of followed types. */
export function withPreviousTables(
  tables: readonly TableDefinition[],
  types: readonly FollowedType[],
): readonly TableDefinition[] {
  const moved = types.filter(({ from, to }) => from.table !== to.table);
  if (moved.length === 0) return tables;
  return tables.map((table) => {
    const earlier = moved.flatMap(({ from, to }) => {
      if (table.name === to.table) return [from.table];
      const isLink = table.primaryKey.length > 1 && table.name.startsWith(`${to.table}_`);
      return isLink ? [from.table + table.name.slice(to.table.length)] : [];
    });
    return earlier.length === 0
      ? table
      : { ...table, renamedFrom: [...new Set([...earlier, ...(table.renamedFrom ?? [])])] };
  });
}

/** Returns statements that update stored references to types whose name, class or path changed. */
export function renameContent(types: readonly FollowedType[]): readonly ContentStatement[] {
  return types.flatMap((type) => [
    ...renameDiscriminator(type),
    ...(type.to.kind === 'page_data' ? renameClass(type) : []),
    ...renameAddress(type),
  ]);
}

/** Tables with a discriminator, by kind; records have separate tables. */
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

/**
 * Returns updates of positions, which refer to page data types by class identifier or title (contract
 * decision 1).
 */
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

/**
 * Returns updates of groups, which allow components by collection IRI, and whose owner is found by its IRI
 * (core.md section 7).
 */
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

/** A stored type became a record, or a record another type. Their rows cannot be converted. */
class ChangedKindError extends ProjectError {
  override readonly name = 'ChangedKindError';
  constructor(changed: readonly { readonly from: StoredType; readonly to: StoredType }[]) {
    const changes = changed.map(
      ({ from, to }) => `${from.name} is stored as ${KINDS[from.kind]}; ${to.name} is ${KINDS[to.kind]}`,
    );
    super(
      `Stored types cannot become records, nor records other types ("x-resource"):\n${listed(changes)}\n` +
        'Give the new type a name of its own, move over what is worth keeping, and delete the old type after that. ' +
        'A component that a form stores what visitors send in may also stay one: state "collection" and "read" in its "x-security".',
    );
  }
}

const KINDS: Readonly<Record<StoredType['kind'], string>> = {
  component: 'a component',
  page_data: 'page data',
  record: 'a record',
};
