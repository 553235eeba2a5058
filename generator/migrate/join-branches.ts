import { commonEnds } from 'cms-api-components/internal/kernel/contract/database/lineage.js';
import {
  NO_STATE,
  type SchemaState,
} from 'cms-api-components/internal/kernel/contract/database/schema-state.js';
import { MigrationConflictError } from './errors.js';
import { type KnownMigration, readSnapshot } from './migration-folder.js';
import { schemaStates } from 'cms-api-components/internal/adapters/persistence/migrations/states/schema-states.js';

/**
 * Returns the state after all migrations. If a merge left several branches, combines their states.
 * @throws MigrationConflictError if two branches changed the same object in different ways
 */
export async function stateAt(
  outputDir: string,
  history: readonly KnownMigration[],
  ends: readonly string[],
): Promise<SchemaState> {
  let state: SchemaState = NO_STATE;
  for (const [index, end] of ends.entries()) {
    const theirs = await readState(outputDir, end);
    if (index === 0) {
      state = theirs;
      continue;
    }
    const earlier = ends.slice(0, index);
    const base = await stateAt(outputDir, history, commonEnds(history, earlier, [end]));
    const joined = schemaStates.join({ base, ours: state, theirs });
    if (joined.conflicts.length > 0) throw new MigrationConflictError([...earlier, end], joined.conflicts);
    state = joined.state;
  }
  return state;
}

/** Returns the state after one migration. @throws MigrationFolderError */
export async function readState(outputDir: string, id: string): Promise<SchemaState> {
  const { tables, types } = await readSnapshot(outputDir, id);
  return { tables, types: types.map((type) => ({ ...type, renamedFrom: [] })) };
}
