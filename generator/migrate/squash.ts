import { join } from 'node:path';
import {
  endsOf,
  type ReplacedMigration,
  withAncestors,
} from 'cms-api-components/internal/kernel/contract/database/lineage.js';
import {
  generatedHash,
  invertStatements,
  type Migration,
  type MigrationEntry,
  migrationHash,
  type MigrationStatement,
} from 'cms-api-components/internal/kernel/contract/database/migration.js';
import { listed } from 'cms-api-components/internal/kernel/util/text/listed.js';
import {
  NO_STATE,
  type SchemaState,
} from 'cms-api-components/internal/kernel/contract/database/schema-state.js';
import { findEditedMigrations, readMigration } from './edited-migrations.js';
import {
  entryPath,
  type KnownMigration,
  migrationPath,
  readHistory,
  snapshotPath,
} from './migration-folder.js';
import { SquashError } from './errors.js';
import { readState } from './join-branches.js';
import { schemaStates } from 'cms-api-components/internal/adapters/persistence/migrations/states/schema-states.js';
import { typesChange } from './write-migration.js';
import { readFile, rm } from 'node:fs/promises';
import { asOnlyWriter } from '../output/one-writer.js';
import { writeWhole } from '../output/write-files.js';
import type { Templates } from '../render/templates.js';
import { squashId } from './migration-id.js';
import { printEntry, printMigration } from './print-migration.js';

export interface SquashRequest {
  readonly outputDir: string;
  /** Id of the last migration to squash; default: all. */
  readonly upTo?: string | undefined;
  /** Drops hand-written SQL, which new databases don't need. */
  readonly withoutSql: boolean;
}

export interface Squash {
  /** Id of the last replaced migration. */
  readonly end: string;
  readonly replaced: readonly KnownMigration[];
  readonly up: readonly MigrationStatement[];
  readonly entry: MigrationEntry;
  /** Ids of the migrations whose hand-written SQL is dropped. */
  readonly lostSql: readonly string[];
}

/**
 * Plans one migration that replaces all up to `upTo` and creates the state after them (ADR 20). Writes nothing.
 * @throws SquashError, MigrationFolderError
 */
export async function planSquash({ outputDir, upTo, withoutSql }: SquashRequest): Promise<Squash> {
  const history = await readHistory(outputDir);
  const end = endOf(history, upTo);
  const ids = withAncestors(history, [end]);
  const replaced = history.filter(({ id }) => ids.has(id));
  assertSeparable(history, { end, replaced });
  const edited = await findEditedMigrations(outputDir);
  const isOurs = (path: string): boolean => replaced.some(({ id }) => migrationPath(id) === path);
  const changed = edited.filter(isOurs);
  if (changed.length > 0)
    throw new SquashError(`${changed.join(', ')} was edited. Restore it from version control.`);
  const migrations = await Promise.all(replaced.map(({ id }) => readOne(outputDir, id)));
  const lostSql = migrations.filter(hasSql).map(({ id }) => id);
  if (lostSql.length > 0 && !withoutSql) throw new SquashError(sqlAdvice(replaced, lostSql));
  const state = await readState(outputDir, end);
  const up = schemaStates.difference(NO_STATE, state);
  return { end, replaced, up, entry: entryOf({ up, state, replaced, migrations }), lostSql };
}

/** @throws SquashError */
function endOf(history: readonly KnownMigration[], upTo: string | undefined): string {
  const [end, ...others] = upTo === undefined ? endsOf(history) : [upTo];
  if (end === undefined) throw new SquashError('There are no migrations to squash.');
  if (others.length > 0)
    throw new SquashError(
      `The migrations have several ends: ${[end, ...others].join(', ')}. Run \`cms generate\` to write a migration that joins them.`,
    );
  if (history.some(({ id }) => id === end)) return end;
  throw new SquashError(
    `Migration ${end} does not exist. Existing migrations:\n${listed(history.map(({ id }) => id))}`,
  );
}

/** Checks that each remaining migration depends on the last replaced one, or on none of them. @throws SquashError */
function assertSeparable(
  history: readonly KnownMigration[],
  { end, replaced }: Pick<Squash, 'end' | 'replaced'>,
): void {
  if (replaced.length < 2)
    throw new SquashError(`${end} is the first migration, so there is nothing to squash.`);
  const inner = new Set(replaced.map(({ id }) => id));
  const staying = history.filter(({ id }) => !inner.has(id));
  inner.delete(end);
  const branch = staying.find(({ parents }) => parents.some((parent) => inner.has(parent)));
  if (branch !== undefined)
    throw new SquashError(
      `${branch.id} depends on migrations before ${end}. Squash up to a migration that joins both branches, or squash all: cms migrate:squash`,
    );
}

async function readOne(outputDir: string, id: string): Promise<Migration> {
  const migration = await readMigration(join(outputDir, migrationPath(id)));
  if (migration === undefined) throw new SquashError(`generated/${migrationPath(id)} contains no migration.`);
  return migration;
}

function hasSql({ up, down }: Migration): boolean {
  return [...up, ...down].some(({ kind }) => kind === 'sql');
}

function sqlAdvice(replaced: readonly KnownMigration[], sql: readonly string[]): string {
  const before = replaced.findIndex(({ id }) => id === sql[0]) - 1;
  const earlier =
    before > 0 ? `To squash only earlier migrations: cms migrate:squash ${replaced[before]?.id ?? ''}\n` : '';
  return (
    `These migrations have hand-written SQL, which new databases may need:\n` +
    `${listed(sql)}\n${earlier}` +
    'If only existing rows needed it, drop it: cms migrate:squash --without-sql'
  );
}

interface Parts {
  readonly up: readonly MigrationStatement[];
  readonly state: SchemaState;
  readonly replaced: readonly KnownMigration[];
  readonly migrations: readonly Migration[];
}

function entryOf({ up, state, replaced, migrations }: Parts): MigrationEntry {
  return {
    parents: [],
    hash: generatedHash({ up, down: invertStatements(up) }),
    types: typesChange(NO_STATE, state),
    replaces: migrations.map((migration, index): ReplacedMigration => {
      const { replaces } = replaced[index] ?? {};
      return { id: migration.id, hash: migrationHash(migration), ...(replaces && { replaces }) };
    }),
  };
}

interface SquashOutcome {
  readonly id: string;
  readonly replaced: readonly string[];
  readonly lostSql: readonly string[];
}

/**
 * Squashes all migrations up to a given one into one.
 * @throws SquashError, MigrationFolderError, before anything is written
 */
export function squashMigrations(
  request: SquashRequest & { readonly templates: Templates; readonly now: Date },
): Promise<SquashOutcome> {
  const { outputDir, templates, now } = request;
  return asOnlyWriter(outputDir, async () => {
    const squash = await planSquash(request);
    const id = squashId(squash.end, now);
    const { up, entry, replaced, lostSql } = squash;
    const snapshot = await readFile(join(outputDir, snapshotPath(squash.end)));
    await writeWhole(join(outputDir, migrationPath(id)), printMigration({ id, up }, templates));
    await writeWhole(join(outputDir, snapshotPath(id)), snapshot);
    for (const path of replacedFiles(squash)) await rm(join(outputDir, path), { force: true });
    // Written last: without it the folder counts as broken, and version control can restore it.
    await writeWhole(join(outputDir, entryPath(id)), printEntry(entry));
    return { id, replaced: replaced.map((each) => each.id), lostSql };
  });
}

function replacedFiles({ replaced }: Squash): readonly string[] {
  return replaced.flatMap(({ id }) => [migrationPath(id), snapshotPath(id), entryPath(id)]);
}
