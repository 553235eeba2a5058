import { allReplaced, type ReplacedMigration } from '../../../kernel/contract/database/lineage.js';
import type { Migration } from '../../../kernel/contract/database/migration.js';
import type { MigrationSession } from './apply-migration.js';
import { MigrationSquashedError } from './errors.js';
import { formOf, type JournalRow, STATE_POSITION, STATE_ROW } from './journal.js';
import { type AppliedRow, ledgerOf, spelledOut } from './ledger.js';

/** Returns the journal with squashed migrations: one row replaces those of the squashed ones. Pure. */
export function withSquashes(
  rows: readonly JournalRow[],
  migrations: readonly Migration[],
): readonly JournalRow[] {
  return migrations.reduce(withSquash, rows);
}

function withSquash(rows: readonly JournalRow[], migration: Migration): readonly JournalRow[] {
  if (migration.replaces === undefined || rows.some(({ id }) => id === migration.id)) return rows;
  const parts = rowsOfAll(rows, migration.replaces);
  const last = parts?.at(-1);
  if (parts === undefined || last === undefined) return rows;
  const whole: JournalRow = { ...last, id: migration.id, applied: formOf(migration) };
  return rows
    .filter((row) => row === last || !parts.includes(row))
    .map((row) => (row === last ? whole : row));
}

/** Returns the rows of all migrations in the order they were applied; undefined if one is missing. */
function rowsOfAll(
  rows: readonly JournalRow[],
  replaced: readonly ReplacedMigration[],
): readonly JournalRow[] | undefined {
  const found = replaced.map((each) => rowsOfOne(rows, each));
  if (!found.every((each) => each !== undefined)) return undefined;
  return found.flat().sort((left, right) => left.position - right.position);
}

function rowsOfOne(
  rows: readonly JournalRow[],
  { id, hash, replaces }: ReplacedMigration,
): readonly JournalRow[] | undefined {
  const own = rows.find((row) => row.id === id);
  if (own !== undefined) return own.applied?.hash === hash && own.pending === null ? [own] : undefined;
  return replaces && rowsOfAll(rows, replaces);
}

/**
 * Rejects a database that has only some of the squashed migrations, because neither the squash nor the
 * originals can continue.
 * @throws MigrationSquashedError
 */
export function assertNotBetween(rows: readonly AppliedRow[], migrations: readonly Migration[]): void {
  const known = new Map(rows.map(({ id, applied }) => [id, applied.hash]));
  for (const { id, replaces } of migrations) {
    if (replaces === undefined || known.has(id)) continue;
    const has = allReplaced(replaces).filter((each) => known.has(each.id));
    if (has.length === 0) continue;
    const lacks = replaces.filter((each) => !isThere(known, each));
    throw new MigrationSquashedError(id, {
      has: has.map((each) => (known.get(each.id) === each.hash ? each.id : `${each.id} (in another form)`)),
      lacks: lacks.map((each) => each.id),
    });
  }
}

function isThere(known: ReadonlyMap<string, string>, { id, hash, replaces }: ReplacedMigration): boolean {
  if (known.has(id)) return known.get(id) === hash;
  return replaces?.every((each) => isThere(known, each)) === true;
}

/** Stores the result of `withSquashes` in the journal before anything is planned. */
export async function recordSquashes(
  { journal }: MigrationSession,
  migrations: readonly Migration[],
): Promise<void> {
  const rows = await journal.read();
  const squashed = withSquashes(rows, migrations);
  // An unfinished migration needs its own row.
  if (squashed === rows || rows.some(({ pending }) => pending !== null)) return;
  const { state } = ledgerOf(rows);
  const after = ledgerOf(squashed);
  await journal.finish({
    id: STATE_ROW,
    position: STATE_POSITION,
    pending: {
      statements: [],
      then: null,
      records: after.rows.filter(({ id }) => !rows.some((row) => row.id === id)),
      forgets: rows.filter((row) => !squashed.includes(row)).map(({ id }) => id),
      state: spelledOut({ rows: after.rows, state }),
    },
  });
}
