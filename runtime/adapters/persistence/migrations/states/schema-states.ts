import type { MigrationStatement } from '../../../../kernel/contract/database/migration.js';
import { NO_STATE, type SchemaState } from '../../../../kernel/contract/database/schema-state.js';
import { type Choose, combineStates, type StateVariants } from './combine-states.js';
import { diffSnapshots } from './diff-snapshots.js';
import { assertSameKinds, followTypes, renameContent, withPreviousTables } from './follow-types.js';
import { followRenames } from './rename-tables.js';

export interface JoinedStates {
  readonly base: SchemaState;
  readonly ours: SchemaState;
  readonly theirs: SchemaState;
  /** State of the schema files, of which nothing is dropped. */
  readonly current?: SchemaState;
}

export interface Joined {
  readonly state: SchemaState;
  /** Parts that both sides changed differently ("column fruit.colour"); the state has theirs. */
  readonly conflicts: readonly string[];
}

/** Operations on states, for planning migrations and changing databases. */
export const schemaStates = { difference, join, reconcile, remember };

/** Returns the statements that lead from one state to another, including content of renamed types. */
function difference(from: SchemaState, to: SchemaState): readonly MigrationStatement[] {
  assertSameKinds(from.types, to.types);
  const followed = followTypes(from.types, to.types);
  const statements = diffSnapshots(from.tables, withPreviousTables(to.tables, followed));
  return [...statements, ...renameContent(followed)];
}

/** Merges two states that are derived from `base`. */
function join({ base, ours, theirs, current }: JoinedStates): Joined {
  const conflicts: string[] = [];
  const choose: Choose = (name, variants, isSame) => {
    if (isSame(variants.ours, variants.theirs)) return variants.ours;
    if (variants.theirs === undefined && variants.current !== undefined) return variants.ours;
    if (isSame(variants.ours, variants.base)) return variants.theirs;
    if (isSame(variants.theirs, variants.base)) return variants.ours;
    conflicts.push(name);
    return variants.theirs;
  };
  const states = underOneName({ base, ours, theirs, current: current ?? NO_STATE });
  return { state: combineStates(states, choose), conflicts };
}

/**
 * Returns the new state of `ours` if migrations lead to `theirs` and the generated code requires `current`.
 * Ours wins where it matches the schema files, theirs otherwise.
 */
function reconcile({ ours, theirs, current }: Omit<Required<JoinedStates>, 'base'>): SchemaState {
  const choose: Choose = (_name, variants, isSame) => {
    if (variants.theirs === undefined) return variants.current === undefined ? undefined : variants.ours;
    return isSame(variants.ours, variants.current) ? variants.ours : variants.theirs;
  };
  const states = underOneName({ base: NO_STATE, ours, theirs, current });
  return combineStates({ ...states, current: underPreviousNames(states.ours, current) }, choose);
}

/** Renames tables and columns of ours and of the base like theirs did. */
function underOneName({ base, ours, theirs, current }: StateVariants): StateVariants {
  const target = remember(theirs, current);
  return { base: renameTo(base, target), ours: renameTo(ours, target), theirs: target, current };
}

function renameTo(state: SchemaState, { tables, types }: SchemaState): SchemaState {
  const followed = followTypes(state.types, types);
  const names = new Map(followed.map(({ from, to }) => [from.name, to.name]));
  return {
    tables: followRenames(state.tables, withPreviousTables(tables, followed)).tables,
    types: state.types.map((type) => ({ ...type, name: names.get(type.name) ?? type.name })),
  };
}

/** Applies our names to parts whose rename has no migration yet. */
function underPreviousNames(ours: SchemaState, current: SchemaState): SchemaState {
  const followed = followTypes(ours.types, current.types);
  const { statements } = followRenames(ours.tables, withPreviousTables(current.tables, followed));
  const tables = new Map<string, string>();
  const columns = new Map<string, string>();
  for (const statement of statements) {
    if (statement.kind === 'renameTable') tables.set(statement.from, statement.to);
    if (statement.kind === 'renameColumn') columns.set(`${statement.table}.${statement.from}`, statement.to);
  }
  const previous = ours.tables.map((table) => {
    const name = tables.get(table.name) ?? table.name;
    return {
      ...table,
      renamedFrom: [name],
      columns: table.columns.map((column) => {
        const present = columns.get(`${name}.${column.name}`);
        return present === undefined ? column : { ...column, renamedFrom: [present] };
      }),
    };
  });
  const titles = new Map(followed.map(({ from, to }) => [to.name, from.name]));
  return {
    tables: followRenames(current.tables, previous).tables,
    types: current.types.map((type) => ({ ...type, name: titles.get(type.name) ?? type.name })),
  };
}

/** Adds the previous names in `other` to the parts of `state`. */
function remember(state: SchemaState, other: SchemaState): SchemaState {
  const known = new Map(other.tables.map((table) => [table.name, table]));
  return {
    tables: state.tables.map((table) => {
      const previous = known.get(table.name);
      if (previous === undefined) return table;
      const columns = table.columns.map((column) => withNames(column, previous.columns));
      return { ...withNames(table, [previous]), columns };
    }),
    types: state.types.map((type) => withNames(type, other.types)),
  };
}

interface Named {
  readonly name: string;
  readonly renamedFrom?: readonly string[];
}

function withNames<Part extends Named>(
  part: Part,
  others: readonly Named[],
): Part & { readonly renamedFrom: readonly string[] } {
  const other = others.find(({ name }) => name === part.name);
  const renamedFrom = [...new Set([...(part.renamedFrom ?? []), ...(other?.renamedFrom ?? [])])];
  return { ...part, renamedFrom };
}
