import { areSameTables } from '../../../kernel/contract/database/canonical-tables.js';
import { allReplaced } from '../../../kernel/contract/database/lineage.js';
import { type Migration, migrationHash } from '../../../kernel/contract/database/migration.js';
import { withPublishing } from './states/replay.js';
import type { SchemaState } from '../../../kernel/contract/database/schema-state.js';
import type { TableDefinition } from '../../../kernel/contract/database/table.js';
import type { History } from './history.js';
import { type JournalRow, STATE_ROW } from './journal.js';
import { ledgerOf } from './ledger.js';
import { stopReasons } from './stops.js';

/**
 * A migration with its state in one database.
 *
 * @example
 * const isPending = ({ state }: MigrationStatus): boolean => state === 'pending';
 */
export interface MigrationStatus {
  readonly id: string;
  /**
   * State of the migration. `newer`: of a later, compatible release. `squashed`: replaced by a squash, of
   * which the database has only some migrations.
   */
  readonly state: 'applied' | 'pending' | 'changed' | 'missing' | 'newer' | 'interrupted' | 'squashed';
  readonly appliedAt?: string;
}

/** Returns the status of every migration in the database or the files. */
export function statusOf(
  rows: readonly JournalRow[],
  { migrations, find }: History,
): readonly MigrationStatus[] {
  const applied = rows.filter(({ id }) => id !== STATE_ROW);
  const known = new Set(applied.map(({ id }) => id));
  const newer = newerRows(rows, find);
  const replaced = new Set(migrations.flatMap(({ replaces }) => allReplaced(replaces).map(({ id }) => id)));
  const isReplaced = (id: string): boolean => replaced.has(id);
  return [
    ...applied.map((row): MigrationStatus => {
      const { id, appliedAt } = row;
      return { id, state: newer.has(row) ? 'newer' : stateOf(row, find(id), isReplaced(id)), appliedAt };
    }),
    ...migrations
      .filter(({ id }) => !known.has(id))
      .map(({ id }): MigrationStatus => ({ id, state: 'pending' })),
  ];
}

/**
 * Returns rows of later, compatible releases (`stopReasons`). A stored state exists only in development,
 * where rows are less reliable.
 */
function newerRows(rows: readonly JournalRow[], find: History['find']): ReadonlySet<JournalRow> {
  const known = rows.filter(({ id }) => find(id) !== undefined);
  if (known.length === 0 || rows.some(({ id }) => id === STATE_ROW)) return new Set();
  const last = Math.max(...known.map(({ position }) => position));
  const unknown = rows.filter(({ id }) => find(id) === undefined);
  const isNewer = ({ position, pending, applied }: JournalRow): boolean =>
    position > last && pending === null && applied !== null && stopReasons(applied).length === 0;
  return unknown.every(isNewer) ? new Set(unknown) : new Set();
}

function stateOf(
  { pending, applied }: JournalRow,
  migration: Migration | undefined,
  isReplaced: boolean,
): MigrationStatus['state'] {
  if (pending !== null) return 'interrupted';
  if (migration === undefined) return isReplaced ? 'squashed' : 'missing';
  return applied?.hash === migrationHash(migration) ? 'applied' : 'changed';
}

/** Describes why code that requires `current` does not work with the database; empty if it does. */
export function driftOf(
  rows: readonly JournalRow[],
  history: History,
  current: SchemaState | undefined,
): readonly string[] {
  const statuses = statusOf(rows, history);
  const unfinished = statuses.filter(({ state }) => state !== 'applied' && state !== 'newer');
  if (unfinished.length > 0) return unfinished.map(({ id, state }) => `${id} (${state})`);
  const newer = newerRows(rows, history.find);
  const { state } = ledgerOf(
    rows.filter((row) => !newer.has(row)),
    history.migrations,
  );
  const isSame =
    current === undefined || areSameTables(state.tables, asFarAsKnown(current.tables, state.tables));
  return isSame ? [] : ['the schemas have changes without a migration'];
}

/** Removes rules that `state` does not have, because it predates their recording. */
function asFarAsKnown(
  tables: readonly TableDefinition[],
  state: readonly TableDefinition[],
): readonly TableDefinition[] {
  const known = new Map(state.map((table) => [table.name, table]));
  return tables.map((table) => {
    const previous = known.get(table.name);
    if (previous === undefined || previous.publishable !== undefined) return table;
    const limited = previous.columns.filter((column) => column.enum !== undefined).map(({ name }) => name);
    const columns = table.columns.map(({ enum: values, ...column }) =>
      values !== undefined && limited.includes(column.name) ? { ...column, enum: values } : column,
    );
    return withPublishing({ ...table, columns }, null);
  });
}
