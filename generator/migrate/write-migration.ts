import type { MigrationEntry, MigrationStatement } from '../../runtime/contract/migration.js';
import { invertStatements, lossOf, migrationHash } from '../../runtime/contract/migration.js';
import type { TableDefinition } from '../../runtime/contract/table.js';
import type { GeneratedFile } from '../output/file-set.js';
import type { Templates } from '../render/templates.js';
import { diffSnapshots } from './diff-snapshots.js';
import { followTypes, type NamedType, renameContent, withFormerTables } from './follow-types.js';
import { DestructiveMigrationError } from './errors.js';
import {
  JOURNAL_PATH,
  MIGRATIONS_FOLDER,
  NUMBER_LENGTH,
  readJournal,
  readSnapshot,
  snapshotPath,
} from './read-journal.js';
import { migrationSlug } from './migration-slug.js';
import { printSnapshot, type Snapshot } from './snapshot.js';

export interface MigrationRequest {
  /** Absolute path of `generated/`. */
  readonly outputDir: string;
  /** All tables that the schemas and the built-in resources ask for. */
  readonly tables: readonly TableDefinition[];
  readonly templates: Templates;
  readonly allowDestructive: boolean;
  /** True in development: the newest migration may still be rewritten. False closes it. */
  readonly open: boolean;
  /** All types that have rows. */
  readonly types: readonly NamedType[];
  /** What to type to allow a destructive migration. */
  readonly command?: string;
}

export interface MigrationPlan {
  /** Paths relative to `outputDir`, with their content; only these differ from what is there. */
  readonly files: readonly GeneratedFile[];
  /** Files of an open migration that the schemas no longer ask for, or ask for under another name. */
  readonly obsolete: readonly string[];
  /** What the new migration takes from stored rows. */
  readonly destructive: readonly string[];
  /** True when the migrations differ from what the schemas ask for (`generate --check`). */
  readonly pending: boolean;
}

/**
 * Plans the next migration, or the next form of the open one; writes nothing. Closed migrations are never touched.
 * @throws DestructiveMigrationError, MigrationFolderError
 */
export async function planMigration(request: MigrationRequest): Promise<MigrationPlan> {
  const entries = await readJournal(request.outputDir);
  const closed = entries.filter(({ open }) => !open);
  const former = entries.find(({ open }) => open);
  const newest = closed.at(-1);
  const previous = newest === undefined ? NOTHING : await readSnapshot(request.outputDir, newest.id);
  const up = statementsFor(request, previous);
  const destructive = up.flatMap((statement) => lossOf(statement) ?? []);
  const entry =
    up.length === 0 ? undefined : entryFor(closed.length, up, request.open, destructive.length > 0);
  const isKnown = former?.hash === entry?.hash;
  if (destructive.length > 0 && !request.allowDestructive && !isKnown) {
    throw new DestructiveMigrationError(destructive, request.command ?? 'cms generate --allow-destructive');
  }
  if (isKnown && former?.open === entry?.open && former?.id === entry?.id) {
    return { files: [], obsolete: [], destructive, pending: false };
  }
  return {
    files: filesFor(request, closed, entry, up),
    obsolete: former === undefined ? [] : obsoleteFiles(former, entry),
    destructive,
    pending: true,
  };
}

function statementsFor(
  { tables, types }: MigrationRequest,
  previous: Pick<Snapshot, 'tables' | 'types'>,
): readonly MigrationStatement[] {
  const followed = followTypes(previous.types, types);
  const statements = diffSnapshots(previous.tables, withFormerTables(tables, followed));
  return [...statements, ...renameContent(followed)];
}

const NOTHING = { tables: [], types: [] } as const;

function entryFor(
  count: number,
  up: readonly MigrationStatement[],
  open: boolean,
  destructive: boolean,
): MigrationEntry {
  const number = String(count + 1).padStart(NUMBER_LENGTH, '0');
  const id = `${number}_${count === 0 ? 'initial' : migrationSlug(up)}`;
  return { id, open, destructive, hash: migrationHash({ up, down: invertStatements(up) }) };
}

function filesFor(
  { tables, types, templates }: MigrationRequest,
  closed: readonly MigrationEntry[],
  entry: MigrationEntry | undefined,
  up: readonly MigrationStatement[],
): readonly GeneratedFile[] {
  const entries = entry === undefined ? closed : [...closed, entry];
  const journal = { path: JOURNAL_PATH, content: printJson({ entries }) };
  if (entry === undefined) return [journal];
  const view = { id: entry.id, up, down: invertStatements(up) };
  return [
    { path: migrationPath(entry.id), content: templates.render('migration.ts', view) },
    { path: snapshotPath(entry.id), content: printSnapshot({ tables, types }) },
    journal,
  ];
}

function obsoleteFiles(former: MigrationEntry, entry: MigrationEntry | undefined): readonly string[] {
  if (entry === undefined) return [migrationPath(former.id), snapshotPath(former.id)];
  return entry.id === former.id ? [] : [migrationPath(former.id)];
}

function migrationPath(id: string): string {
  return `${MIGRATIONS_FOLDER}/${id}.ts`;
}

function printJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
