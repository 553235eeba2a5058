import { commonEnds } from 'cms-api-components/internal/kernel/contract/database/lineage.js';
import {
  NO_STATE,
  type SchemaState,
} from 'cms-api-components/internal/kernel/contract/database/schema-state.js';
import { MigrationConflictError } from './errors.js';
import { type KnownMigration, readSnapshot } from './migration-folder.js';
import { schemaStates } from 'cms-api-components/internal/adapters/persistence/migrations/states/schema-states.js';

/**
 * The state that migrations lead to: that of the only end, or where a merge of branches left several, all of them in one.
 * @throws MigrationConflictError when two branches changed the same thing, each in a way of its own
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

/** The state after one migration. @throws MigrationFolderError */
export async function readState(outputDir: string, id: string): Promise<SchemaState> {
  const { tables, types } = await readSnapshot(outputDir, id);
  return { tables, types: types.map((type) => ({ ...type, renamedFrom: [] })) };
}
