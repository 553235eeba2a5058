import type { SqlSession } from '../../../kernel/contract/database/database.js';
import type { GroupRow, HeldRow, PositionRow, SlotRow } from '../sql/manifest-tree.sql.js';
import { groupBy } from '../../../kernel/util/group-by.js';
import type { TreeRows } from './tree-rows.js';

/** A component in a position or slot, and the draft that some callers see instead. */
export interface HeldComponent {
  readonly type: string;
  readonly id: string;
  readonly publishedAt: Date | null;
  /** Id of the published row if this is a draft. */
  readonly publishedId: string | null;
  readonly draft: { readonly id: string; readonly publishedAt: Date | null } | null;
}

export interface TreeGroup {
  readonly id: string;
  readonly allowed: unknown;
}

export interface TreePosition {
  readonly id: string;
  readonly property: string | null;
  readonly held: HeldComponent | null;
}

/** Everything below the pages of a manifest, by owner. */
export interface ManifestTree {
  readonly layoutOf: ReadonlyMap<string, string>;
  readonly groupsOf: ReadonlyMap<string, readonly TreeGroup[]>;
  readonly positionsOf: ReadonlyMap<string, readonly TreePosition[]>;
  /** Components in the slots of page data, by record and property. */
  readonly slotsOf: ReadonlyMap<string, ReadonlyMap<string, HeldComponent>>;
  /** All components in positions and slots. */
  readonly held: readonly HeldComponent[];
}

export function buildManifestTree(
  { slots: slotRows, tree: rows }: TreeRows,
  session: SqlSession,
): ManifestTree {
  const groupRows = rows.filter((row): row is GroupRow => row.kind !== 'position');
  const positionRows = rows.filter((row): row is PositionRow => row.kind === 'position');
  const positionsOf = positionsByGroup(positionRows, session);
  const slotsOf = slotsByRecord(slotRows, session);
  return {
    layoutOf: new Map(
      groupRows.filter(({ kind }) => kind === 'frame').map(({ owner, id }) => [owner, id] as const),
    ),
    groupsOf: groupsByOwner(groupRows, session),
    positionsOf,
    slotsOf,
    held: [
      ...[...positionsOf.values()].flatMap((positions) => positions.flatMap(({ held }) => held ?? [])),
      ...[...slotsOf.values()].flatMap((properties) => [...properties.values()]),
    ],
  };
}

/** Groups groups by owner, oldest first, as documents list them. */
function groupsByOwner(
  rows: readonly GroupRow[],
  { dialect }: SqlSession,
): ReadonlyMap<string, readonly TreeGroup[]> {
  const groups = rows
    .filter(({ kind }) => kind !== 'frame')
    .map((row) => ({ ...row, time: Number(dialect.decode('datetime', row.created_at)) }))
    .sort((left, right) => left.time - right.time || (left.id < right.id ? -1 : 1));
  return groupBy(
    groups,
    ({ owner }) => owner,
    ({ id, allowed }): TreeGroup => ({ id, allowed: allowed === null ? null : JSON.parse(allowed) }),
  );
}

function positionsByGroup(
  rows: readonly PositionRow[],
  session: SqlSession,
): ReadonlyMap<string, readonly TreePosition[]> {
  return groupBy(
    rows,
    ({ owner }) => owner,
    (row): TreePosition => ({ id: row.id, property: row.property, held: readHeld(row, session) }),
  );
}

function slotsByRecord(
  rows: readonly SlotRow[],
  session: SqlSession,
): ReadonlyMap<string, ReadonlyMap<string, HeldComponent>> {
  const byRecord = new Map<string, Map<string, HeldComponent>>();
  for (const row of rows) {
    const held = readHeld(row, session);
    if (held === null) continue;
    const properties = byRecord.get(row.owner_id) ?? new Map<string, HeldComponent>();
    byRecord.set(row.owner_id, properties.set(row.property, held));
  }
  return byRecord;
}

function readHeld(row: HeldRow, { dialect }: SqlSession): HeldComponent | null {
  if (row.component_id === null || row.dtype === null) return null;
  // Decodes to a date or null.
  const date = (raw: unknown): Date | null => dialect.decode('datetime', raw ?? null) as Date | null;
  return {
    type: row.dtype,
    id: row.component_id,
    publishedAt: date(row.published_at),
    publishedId: row.published_id,
    draft: row.draft_id === null ? null : { id: row.draft_id, publishedAt: date(row.draft_at) },
  };
}
