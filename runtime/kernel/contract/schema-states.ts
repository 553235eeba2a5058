import type { MigrationStatement } from './migration.js';
import type { SchemaState } from './schema-state.js';

/** Comparison of states. The generator implements it and gives it to the code that changes databases. */
export interface SchemaStates {
  /** The statements that lead from one state to another, content that follows a renamed type included. */
  difference(from: SchemaState, to: SchemaState): readonly MigrationStatement[];
  /** Two states that grew out of `base`, in one. */
  join(states: JoinedStates): Joined;
  /** `state` with the earlier names that `other` knows of what both have. */
  remember(state: SchemaState, other: SchemaState): SchemaState;
  /** The state that `ours` becomes when migrations ask for `theirs`, and generated code for `current`. */
  reconcile(states: Omit<Required<JoinedStates>, 'base'>): SchemaState;
}

export interface JoinedStates {
  readonly base: SchemaState;
  readonly ours: SchemaState;
  readonly theirs: SchemaState;
  /** The state of the schema files: what is in it is never dropped. */
  readonly current?: SchemaState;
}

export interface Joined {
  readonly state: SchemaState;
  /** Parts that both sides changed in different ways ("column fruit.colour"); the state has theirs. */
  readonly conflicts: readonly string[];
}
