import type { SqlSession } from '../../../kernel/contract/database/database.js';
import type { Reference, StoredRecord } from '../../../kernel/contract/records/record.js';
import type { ResourceRegistry } from '../../../kernel/metadata/resource-registry.js';
import { findHolders } from '../../../kernel/records/find-holders.js';
import { byType } from '../../../kernel/records/id-lists.js';
import type { IncomingColumn, IncomingColumns } from '../../../kernel/records/incoming-columns.js';
import { familyOf } from '../../../kernel/records/incoming-columns.js';
import type { LockRecords } from '../../../kernel/records/lock-records.js';
import { isReference, referenceOf, referenceTo, referencesOf } from '../../../kernel/records/references.js';
import { heldComponents, type RemovalSet } from './removal-set.js';
import type { FindUnused } from './unused-components.js';
import { draftOf, isPublishable } from '../../../kernel/metadata/publication-state.js';

/**
 * Finds the records to delete because those of one level are deleted (core.md section 14). `removal` already contains
 * that level. The number of statements depends only on the number of types.
 */
export type FindNextLevel = (
  level: readonly StoredRecord[],
  removal: RemovalSet,
  session: SqlSession,
) => Promise<StoredRecord[]>;

interface NextLevelDeps {
  readonly registry: ResourceRegistry;
  readonly columns: IncomingColumns;
  readonly locks: LockRecords;
  readonly findUnused: FindUnused;
  /** Returns whether form submissions are stored as records of a type. */
  readonly isSubmitted: (type: string) => boolean;
}

const GROUP_OWNERS = ['layouts', 'pages', 'components'];
/**
 * Relations that keep a route. Without any, the route of a deleted page is deleted with its redirects (core.md
 * section 6.5).
 */
const ROUTE_USES = ['page', 'pageData', 'redirect'];

export function createFindNextLevel(deps: NextLevelDeps): FindNextLevel {
  const { registry, locks, findUnused, isSubmitted } = deps;
  return async (level, removal, session) => {
    const staying = (references: readonly Reference[]): Reference[] => [
      ...new Map(references.filter(({ id }) => !removal.has(id)).map((each) => [each.id, each])).values(),
    ];
    const drafts = level.flatMap((record) => draftOfRecord(record, registry) ?? []);
    const isComponent = ({ type }: Reference): boolean => registry.require(type).kind === 'component';
    const owned = level.filter(({ type }) => type !== 'ComponentGroup');
    const groups = owned.flatMap(({ values }) => referencesOf(values.componentGroups));
    // Form submissions must not be deleted with a place (contract decision 104).
    const held = level
      .flatMap((record) => heldComponents(record, registry))
      .filter(({ type }) => !isSubmitted(type));
    const routes = level.flatMap((record) => routeOf(record, registry));
    return [
      ...(await findDependents({ level, removal }, session, deps)),
      ...(await locks.lockAndLoad(session, staying(drafts.filter((draft) => !isComponent(draft))))),
      ...(await findReleased({ candidates: staying(groups), members: GROUP_OWNERS }, removal, {
        session,
        locks,
      })),
      ...(await findUnused(staying([...held, ...drafts.filter(isComponent)]), removal, session)),
      ...(await findReleased({ candidates: staying(routes), members: ROUTE_USES }, removal, {
        session,
        locks,
      })),
    ];
  };
}

/** Returns the draft of a deleted published row, which is deleted, too, unless it has its own place. */
function draftOfRecord(record: StoredRecord, registry: ResourceRegistry): Reference | null {
  const resource = registry.require(record.type);
  return isPublishable(resource) ? draftOf(resource, record) : null;
}

/** Returns the route of a page or page data record. A component may have an unrelated field called `route`. */
function routeOf({ type, values }: StoredRecord, registry: ResourceRegistry): readonly Reference[] {
  const isRouted = type === 'Page' || registry.require(type).kind === 'page_data';
  const route = isRouted ? referenceOf(values.route) : null;
  return route === null ? [] : [route];
}

/** Finds records that require a deleted record, and the static positions of components. */
async function findDependents(
  { level, removal }: { readonly level: readonly StoredRecord[]; readonly removal: RemovalSet },
  session: SqlSession,
  { registry, columns, locks }: NextLevelDeps,
): Promise<StoredRecord[]> {
  const families = byType(level.map(({ type, id }) => ({ type: familyOf(registry.require(type)), id })));
  const holders: (Reference & { readonly column: IncomingColumn })[] = [];
  for (const [family, targets] of families) {
    const followed = columns(family).filter(isFollowed);
    const ids = targets.map(({ id }) => id);
    for (const { type, id, column } of await findHolders(session, {
      columns: followed,
      targets: ids,
      narrowed: staticOnly,
    }))
      if (!removal.has(id)) holders.push({ ...referenceTo({ type, id }), column });
  }
  const found = await locks.lockAndLoad(session, holders);
  const places = new Map<string, Set<string>>();
  for (const { id, column } of holders) places.set(id, (places.get(id) ?? new Set()).add(column.column));
  return found.filter((record) =>
    isStillHolding({ record, places: places.get(record.id) }, removal, registry),
  );
}

/** Returns whether a holder still references the record: it may have changed before it was locked. */
function isStillHolding(
  { record, places }: { readonly record: StoredRecord; readonly places: ReadonlySet<string> | undefined },
  removal: RemovalSet,
  registry: ResourceRegistry,
): boolean {
  return registry
    .require(record.type)
    .fields.some(
      (field) =>
        field.kind === 'to-one' &&
        places?.has(field.column) === true &&
        !isDynamic(record, field.column) &&
        removal.has(referenceOf(record.values[field.name])?.id ?? ''),
    );
}

function isFollowed(column: IncomingColumn): boolean {
  return column.onDelete === 'cascade' || isPlace(column);
}

const isPlace = ({ table, column }: IncomingColumn): boolean =>
  table === 'component_position' && column === 'component_id';

/** Excludes dynamic positions, which only lose their fallback. */
function staticOnly(column: IncomingColumn): string | undefined {
  return isPlace(column) ? 't.page_data_property is null' : undefined;
}

function isDynamic({ type, values }: StoredRecord, column: string): boolean {
  return type === 'ComponentPosition' && column === 'component_id' && values.pageDataProperty !== null;
}

/** Finds records in the given fields that no remaining record holds; these are deleted. */
async function findReleased(
  { candidates, members }: { readonly candidates: readonly Reference[]; readonly members: readonly string[] },
  removal: RemovalSet,
  { session, locks }: { readonly session: SqlSession; readonly locks: LockRecords },
): Promise<StoredRecord[]> {
  const found = await locks.lockAndLoad(session, candidates);
  return found.filter(({ values }) =>
    members
      .flatMap((member) => values[member])
      .filter(isReference)
      .every(({ id }) => removal.has(id)),
  );
}
