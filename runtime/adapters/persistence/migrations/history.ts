import {
  commonEnds,
  endsOf,
  inOrder,
  type Lineage,
  squashOf,
  withAncestors,
  withPresentParents,
} from '../../../kernel/contract/database/lineage.js';
import type { Migration } from '../../../kernel/contract/database/migration.js';
import { NO_STATE, type SchemaState } from '../../../kernel/contract/database/schema-state.js';
import { schemaStates } from './states/schema-states.js';
import { MigrationParentError, UnknownMigrationError } from './errors.js';
import { replayOn } from './states/replay.js';

/** The migration files: their ancestry, and the state after each of them. */
export interface History {
  /** All migrations in topological order. */
  readonly migrations: readonly Migration[];
  /** Latest migrations; several after a merge of branches, until `cms generate` joins them. */
  readonly ends: readonly string[];
  find(id: string): Migration | undefined;
  /** Returns the migration with this id and all its ancestors, in order. @throws UnknownMigrationError */
  upTo(id: string): readonly Migration[];
  before(migration: Migration): SchemaState;
  after(migration: Migration): SchemaState;
  /** Returns the state after all migrations. */
  end(): SchemaState;
}

/** Builds the history. @throws MigrationParentError if a parent's file is missing */
export function createHistory(given: readonly Migration[]): History {
  const entries = withPresentParents(
    given.map((migration, index): Migration & Lineage => {
      const { parents = given.slice(Math.max(0, index - 1), index).map(({ id }) => id) } = migration;
      return { ...migration, parents };
    }),
  );
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  for (const { id, parents } of entries) {
    const missing = parents.find((parent) => !byId.has(parent));
    if (missing !== undefined) throw new MigrationParentError(id, missing, squashOf(entries, missing)?.id);
  }
  const known = new Map<string, SchemaState>();

  const parentsOf = ({ id }: Migration): readonly string[] => byId.get(id)?.parents ?? [];
  const before = (migration: Migration): SchemaState => stateOf(parentsOf(migration));
  function after(migration: Migration): SchemaState {
    const state = known.get(migration.id) ?? replayOn(before(migration), migration);
    known.set(migration.id, state);
    return state;
  }
  /** Returns the merged state of several branches. Without a join migration, the later branch wins. */
  function stateOf(ids: readonly string[]): SchemaState {
    return ids.reduce((ours, id, index) => {
      const migration = byId.get(id);
      const theirs = migration === undefined ? NO_STATE : after(migration);
      if (index === 0) return theirs;
      const base = stateOf(commonEnds(entries, ids.slice(0, index), [id]));
      return schemaStates.join({ base, ours, theirs }).state;
    }, NO_STATE);
  }

  const ordered = inOrder(entries);
  // Parents come first, so the recursion is at most one step deep.
  for (const migration of ordered) after(migration);
  const ends = endsOf(entries);
  return {
    migrations: ordered,
    ends,
    find: (id) => byId.get(id),
    upTo(id) {
      if (!byId.has(id))
        throw new UnknownMigrationError(
          id,
          ordered.map((each) => each.id),
        );
      const wanted = withAncestors(entries, [id]);
      return ordered.filter((each) => wanted.has(each.id));
    },
    before,
    after,
    end: () => stateOf(ends),
  };
}
