import { endsOf } from 'cms-api-components/internal/kernel/contract/database/lineage.js';
import type { MigrationEntry } from 'cms-api-components/internal/kernel/contract/database/migration.js';
import {
  demandOf,
  generatedHash,
  invertStatements,
  lossOf,
} from 'cms-api-components/internal/kernel/contract/database/migration.js';
import {
  type SchemaState,
  storedForm,
  type TypesChange,
} from 'cms-api-components/internal/kernel/contract/database/schema-state.js';
import type { GeneratedFile } from '../output/file-set.js';
import type { Templates } from '../render/templates.js';
import { DestructiveMigrationError } from './errors.js';
import { stateAt } from './join-branches.js';
import { entryPath, hasSnapshot, migrationPath, readHistory, snapshotPath } from './migration-folder.js';
import { migrationId } from './migration-id.js';
import { packageFirst, printEntry, printMigration } from './print-migration.js';
import { schemaStates } from 'cms-api-components/internal/adapters/persistence/migrations/states/schema-states.js';

export interface MigrationRequest {
  readonly outputDir: string;
  /** Target state, from the schemas and the built-in resources. */
  readonly wanted: SchemaState;
  /** Snapshot text of `wanted`. Printing is slow with many types, and other callers need it too. */
  readonly snapshot: string;
  readonly templates: Templates;
  readonly allowDestructive: boolean;
  /** Current time, for the name of the migration. */
  readonly now: Date;
}

export interface MigrationPlan {
  /** Contents by path relative to `outputDir`. Existing migrations are never overwritten. */
  readonly files: readonly GeneratedFile[];
  /** Descriptions of the stored values that the migration deletes. */
  readonly destructive: readonly string[];
  /** Requirements that stored rows must meet, each with a fix. */
  readonly demands: readonly string[];
}

export const NO_MIGRATION: MigrationPlan = { files: [], destructive: [], demands: [] };

/**
 * Plans the migration from the newest snapshot to the target state, and joins branches that a merge left. Writes
 * nothing.
 * @throws ChangedKindError, DestructiveMigrationError, MigrationConflictError, MigrationFolderError
 */
export async function planMigration(request: MigrationRequest): Promise<MigrationPlan> {
  const { outputDir, wanted, snapshot } = request;
  const history = await readHistory(outputDir);
  const parents = endsOf(history);
  const [end] = parents;
  const isOnly = end !== undefined && parents.length === 1;
  if (isOnly && (await hasSnapshot(outputDir, end, snapshot))) return NO_MIGRATION;
  const previous = await stateAt(outputDir, history, parents);
  const difference = schemaStates.difference(previous, wanted);
  const up = parents.length === 0 ? packageFirst(difference) : difference;
  if (up.length === 0 && parents.length < 2) return NO_MIGRATION;
  const destructive = up.flatMap((statement) => lossOf(statement) ?? []);
  if (destructive.length > 0 && !request.allowDestructive) throw new DestructiveMigrationError(destructive);
  const entry: MigrationEntry = {
    parents,
    hash: generatedHash({ up, down: invertStatements(up) }),
    types: typesChange(previous, wanted),
  };
  const id = migrationId({ now: request.now, known: history.map((known) => known.id), parents, up });
  const demands = up.flatMap((statement) => demandOf(statement) ?? []);
  const files = [
    { path: migrationPath(id), content: printMigration({ id, up }, request.templates) },
    { path: entryPath(id), content: printEntry(entry) },
    { path: snapshotPath(id), content: snapshot },
  ];
  return { files, destructive, demands };
}

/** Returns the changes between the types of two states. */
export function typesChange(previous: SchemaState, wanted: SchemaState): TypesChange {
  const known = new Set(previous.types.map(formOf));
  const requested = new Set(wanted.types.map(formOf));
  return {
    was: previous.types.filter((type) => !requested.has(formOf(type))),
    is: wanted.types.filter((type) => !known.has(formOf(type))),
  };
}

function formOf(type: SchemaState['types'][number]): string {
  return JSON.stringify(storedForm(type));
}
