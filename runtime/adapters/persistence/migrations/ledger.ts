import { areSameTables } from '../../../kernel/contract/database/canonical-tables.js';
import type { Migration } from '../../../kernel/contract/database/migration.js';
import { haveSameTypes, NO_STATE, type SchemaState } from '../../../kernel/contract/database/schema-state.js';
import { type AppliedForm, type Change, type JournalRow, STATE_ROW } from './journal.js';
import { replayOn } from '../../../kernel/contract/database/replay.js';

/** The content of a journal: the migrations that were applied, and the database as it is. */
export interface Ledger {
  /** The applied migrations in the order in which they were applied. */
  readonly rows: readonly AppliedRow[];
  readonly state: SchemaState;
}

export interface AppliedRow {
  readonly id: string;
  readonly position: number;
  readonly applied: AppliedForm;
}

/** Reads the rows; a change under way counts from when it is done. The files tell the types of rows of the first release. */
export function ledgerOf(journal: readonly JournalRow[], migrations: readonly Migration[]): Ledger {
  const rows = journal.flatMap(({ id, position, applied }): AppliedRow[] => {
    if (applied === null || id === STATE_ROW) return [];
    const types = applied.types ?? migrations.find((each) => each.id === id)?.types;
    return [{ id, position, applied: types === undefined ? applied : { ...applied, types } }];
  });
  const stored = journal.find(({ id }) => id === STATE_ROW)?.applied?.state;
  return { rows, state: stored ?? sumOf(rows) };
}

/** The state that applied migrations add up to. */
export function sumOf(rows: readonly AppliedRow[]): SchemaState {
  return rows.reduce((state, { applied }) => replayOn(state, applied), NO_STATE);
}

/** Whether two states are one and the same. */
export function isSameState(left: SchemaState, right: SchemaState): boolean {
  return areSameTables(left.tables, right.tables) && haveSameTypes(left.types, right.types);
}

/** The state as the journal must spell it out: null where its rows add up to it. */
export function spelledOut({ rows, state }: Ledger): SchemaState | null {
  return isSameState(sumOf(rows), state) ? null : state;
}

/** Place of the next row. */
export function nextPosition(rows: readonly AppliedRow[]): number {
  return Math.max(0, ...rows.map(({ position }) => position)) + 1;
}

/** The rows once a change is done. */
export function rowsAfter(
  rows: readonly AppliedRow[],
  { id, position, pending }: Change,
): readonly AppliedRow[] {
  const { then, forgets = [], records = [] } = pending;
  const kept = rows.filter((row) => row.id !== id && !forgets.includes(row.id));
  const own = then === null || id === STATE_ROW ? [] : [{ id, position, applied: then }];
  return [...kept, ...records, ...own];
}

/** A change that leads to a state: the row that keeps it spells out that state where the rows alone would not tell it. */
export function changeTo({ rows, state }: Ledger, { id, position, pending }: Change): Change {
  const after = rowsAfter(rows, { id, position, pending });
  return { id, position, pending: { ...pending, state: spelledOut({ rows: after, state }) } };
}
