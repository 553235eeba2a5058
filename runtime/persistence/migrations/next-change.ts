import type { Migration, MigrationStatement } from '../../contract/migration.js';
import { invertStatements, migrationHash } from '../../contract/migration.js';
import type { TableDefinition } from '../../contract/table.js';
import { MigrationChangedError, MigrationMissingError } from './errors.js';
import type { AppliedForm, JournalRow, PendingChange } from './journal.js';
import { tablesOf } from './journal.js';
import { replay } from './replay.js';

/** Statements that lead from one set of tables to another (the generator's diff). */
export type Difference = (
  previous: readonly TableDefinition[],
  next: readonly TableDefinition[],
) => readonly MigrationStatement[];

export interface Target {
  readonly migrations: readonly Migration[];
  /** Ids that the journal of the files calls open. */
  readonly open: ReadonlySet<string>;
  readonly difference?: Difference;
}

export interface Change {
  readonly id: string;
  readonly position: number;
  readonly pending: PendingChange;
  readonly isNew: boolean;
  /** Set when a change is continued: the first statement that is not surely done. */
  readonly resumeAt?: number;
}

/**
 * The next thing to do to bring a database to the target, or undefined when it is there.
 * @throws MigrationChangedError, MigrationMissingError
 */
export function nextChange(rows: readonly JournalRow[], target: Target): Change | undefined {
  const interrupted = rows.find(({ pending }) => pending !== null);
  if (interrupted !== undefined) return resume(interrupted, target);
  const last = rows.at(-1);
  for (const row of rows) {
    const migration = target.migrations.find(({ id }) => id === row.id);
    const change = migration === undefined ? withdraw(row, last) : adapt(row, rows, migration, target);
    if (change !== undefined) return change;
  }
  const known = new Set(rows.map(({ id }) => id));
  const missing = target.migrations.find(({ id }) => !known.has(id));
  return missing && applyFirst(missing, (last?.position ?? 0) + 1, target);
}

/** Undoes an applied migration in the form in which it was applied. */
export function revertOf(row: JournalRow): Change {
  return { ...place(row), pending: { statements: row.applied?.down ?? [], then: null } };
}

/** Continues with the statements that were begun, unless the file was changed meanwhile: then it takes them back. */
function resume(row: JournalRow, target: Target): Change {
  const pending = row.pending ?? { statements: [], then: row.applied };
  const migration = target.migrations.find(({ id }) => id === row.id);
  const isCurrent = pending.then === null || pending.then.hash === (migration && migrationHash(migration));
  if (isCurrent || pending.takesBack !== undefined) return { ...place(row), pending, resumeAt: row.finished };
  const begun = pending.statements.slice(0, row.started);
  return {
    ...place(row),
    pending: { statements: invertStatements(begun), then: row.applied, takesBack: begun },
    ...(row.started > row.finished ? { resumeAt: 0 } : {}),
  };
}

function applyFirst(migration: Migration, position: number, target: Target): Change {
  const then = formOf(migration, target);
  return { id: migration.id, position, isNew: true, pending: { statements: migration.up, then } };
}

/** In development the newest migration may go when the edit behind it is taken back. */
function withdraw(row: JournalRow, last: JournalRow | undefined): Change {
  if (row !== last || row.applied?.isOpen !== true) throw new MigrationMissingError(row.id);
  return revertOf(row);
}

function adapt(
  row: JournalRow,
  rows: readonly JournalRow[],
  migration: Migration,
  target: Target,
): Change | undefined {
  const { applied } = row;
  const then = formOf(migration, target);
  if (applied === null || (applied.hash === then.hash && applied.isOpen === then.isOpen)) return undefined;
  if (applied.hash === then.hash) return { ...place(row), pending: { statements: [], then } };
  if (!applied.isOpen || row !== rows.at(-1)) throw new MigrationChangedError(row.id);
  return {
    ...place(row),
    pending: { statements: rewritten(rows.slice(0, -1), applied, then, target), then },
  };
}

/**
 * From the applied form of an open migration to its present one. The difference of the two outcomes keeps the rows of a
 * table that both create; without a diff the applied form is undone and the new one applied.
 */
function rewritten(
  earlier: readonly JournalRow[],
  applied: AppliedForm,
  next: AppliedForm,
  { difference }: Target,
): readonly MigrationStatement[] {
  if (difference === undefined) return [...applied.down, ...next.up];
  const start = tablesOf(earlier);
  const content = (form: AppliedForm, other: AppliedForm): readonly MigrationStatement[] => {
    const known = new Set(other.up.map((statement) => JSON.stringify(statement)));
    return form.up.filter((statement) => isContent(statement) && !known.has(JSON.stringify(statement)));
  };
  const before = [...replay(start, applied.up).values()];
  const after = [...replay(start, next.up).values()];
  return [
    ...invertStatements(content(applied, next)),
    ...difference(before, after),
    ...content(next, applied),
  ];
}

const CONTENT: ReadonlySet<MigrationStatement['kind']> = new Set([
  'replaceValue',
  'replaceListItem',
  'replaceClass',
  'replaceIri',
  'sql',
]);

function isContent({ kind }: MigrationStatement): boolean {
  return CONTENT.has(kind);
}

function formOf(migration: Migration, { open }: Target): AppliedForm {
  const { id, up, down } = migration;
  return { hash: migrationHash(migration), up, down, isOpen: open.has(id) };
}

function place(row: JournalRow): Pick<Change, 'id' | 'position' | 'isNew'> {
  return { id: row.id, position: row.position, isNew: false };
}
