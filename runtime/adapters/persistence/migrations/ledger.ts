import { areSameTables } from '../../../kernel/contract/database/canonical-tables.js';
import type { Migration } from '../../../kernel/contract/database/migration.js';
import { haveSameTypes, NO_STATE, type SchemaState } from '../../../kernel/contract/database/schema-state.js';
import { type AppliedForm, type Change, type JournalRow, STATE_ROW } from './journal.js';
import { replayOn } from './states/replay.js';

/** Contents of a journal: the applied migrations and the current state. */
export interface Ledger {
  /** Applied migrations in the order they were applied. */
  readonly rows: readonly AppliedRow[];
  readonly state: SchemaState;
}

export interface AppliedRow {
  readonly id: string;
  readonly position: number;
  readonly applied: AppliedForm;
}

/**
 * Converts journal rows; an unfinished change does not count. The types of rows of the first release come
 * from the files.
 */
export function ledgerOf(journal: readonly JournalRow[], migrations: readonly Migration[]): Ledger {
  const rows = journal.flatMap(({ id, position, applied }): AppliedRow[] => {
    if (applied === null || id === STATE_ROW) return [];
    const types = applied.types ?? migrations.find((each) => each.id === id)?.types;
    return [{ id, position, applied: types === undefined ? applied : { ...applied, types } }];
  });
  const stored = journal.find(({ id }) => id === STATE_ROW)?.applied?.state;
  return { rows, state: stored ?? sumOf(rows) };
}

/** Returns the combined state of applied migrations. */
export function sumOf(rows: readonly AppliedRow[]): SchemaState {
  return rows.reduce((state, { applied }) => replayOn(state, applied), NO_STATE);
}

/** Returns whether two states are equal. */
export function isSameState(left: SchemaState, right: SchemaState): boolean {
  return areSameTables(left.tables, right.tables) && haveSameTypes(left.types, right.types);
}

/** Returns the state to store in the journal; null if its rows add up to it. */
export function spelledOut({ rows, state }: Ledger): SchemaState | null {
  return isSameState(sumOf(rows), state) ? null : state;
}

/** Returns the position of the next row. */
export function nextPosition(rows: readonly AppliedRow[]): number {
  return Math.max(0, ...rows.map(({ position }) => position)) + 1;
}

/** Returns the rows after a change. */
export function rowsAfter(
  rows: readonly AppliedRow[],
  { id, position, pending }: Change,
): readonly AppliedRow[] {
  const { then, forgets = [], records = [] } = pending;
  const kept = rows.filter((row) => row.id !== id && !forgets.includes(row.id));
  const own = then === null || id === STATE_ROW ? [] : [{ id, position, applied: then }];
  return [...kept, ...records, ...own];
}

/** Adds the resulting state to a change, if the rows alone do not add up to it. */
export function changeTo({ rows, state }: Ledger, { id, position, pending }: Change): Change {
  const after = rowsAfter(rows, { id, position, pending });
  return { id, position, pending: { ...pending, state: spelledOut({ rows: after, state }) } };
}
