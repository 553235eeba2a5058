import { canonicalTables } from '../../runtime/kernel/contract/canonical-tables.js';
import { storedForm, type StoredType } from '../../runtime/kernel/contract/schema-state.js';
import type { TableDefinition } from '../../runtime/kernel/contract/table.js';

/** The state after a migration, as `meta/ID_snapshot.json` keeps it. */
export interface Snapshot {
  readonly version: typeof SNAPSHOT_VERSION;
  readonly tables: readonly TableDefinition[];
  /** The names under which rows keep the types: a type that is renamed later may keep its table. */
  readonly types: readonly StoredType[];
}

export const SNAPSHOT_VERSION = 2;

/** The text of a snapshot file. */
export function printSnapshot(state: Pick<Snapshot, 'tables' | 'types'>): string {
  const types = state.types.map(storedForm).sort(byName);
  const snapshot: Snapshot = { version: SNAPSHOT_VERSION, tables: canonicalTables(state.tables), types };
  return `${JSON.stringify(snapshot, null, 2)}\n`;
}

function byName(left: { readonly name: string }, right: { readonly name: string }): number {
  return left.name < right.name ? -1 : Number(left.name > right.name);
}
