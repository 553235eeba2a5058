import type { MigrationStatement } from '../../../../kernel/contract/database/migration.js';
import { NO_STATE, type SchemaState } from '../../../../kernel/contract/database/schema-state.js';
import { type Choose, combineStates, type StateVariants } from './combine-states.js';
import { diffSnapshots } from './diff-snapshots.js';
import { assertSameKinds, followTypes, renameContent, withFormerTables } from './follow-types.js';
import { followRenames } from './rename-tables.js';

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

/** The arithmetic of states: migrations are planned with it, and databases are brought to a state with it. */
export const schemaStates = { difference, join, reconcile, remember };

/** The statements that lead from one state to another, content that follows a renamed type included. */
function difference(from: SchemaState, to: SchemaState): readonly MigrationStatement[] {
  assertSameKinds(from.types, to.types);
  const followed = followTypes(from.types, to.types);
  const statements = diffSnapshots(from.tables, withFormerTables(to.tables, followed));
  return [...statements, ...renameContent(followed)];
}

/** Two states that grew out of `base`, in one. */
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

/** The state that `ours` becomes when migrations ask for `theirs`, and generated code for `current`: ours where the schema files say so, theirs for the rest. */
function reconcile({ ours, theirs, current }: Omit<Required<JoinedStates>, 'base'>): SchemaState {
  const choose: Choose = (_name, variants, isSame) => {
    if (variants.theirs === undefined) return variants.current === undefined ? undefined : variants.ours;
    return isSame(variants.ours, variants.current) ? variants.ours : variants.theirs;
  };
  const states = underOneName({ base: NO_STATE, ours, theirs, current });
  return combineStates({ ...states, current: underFormerNames(states.ours, current) }, choose);
}

/** Renames the tables and columns of ours and of the base as theirs did. */
function underOneName({ base, ours, theirs, current }: StateVariants): StateVariants {
  const target = remember(theirs, current);
  return { base: renameTo(base, target), ours: renameTo(ours, target), theirs: target, current };
}

function renameTo(state: SchemaState, { tables, types }: SchemaState): SchemaState {
  const followed = followTypes(state.types, types);
  const names = new Map(followed.map(({ from, to }) => [from.name, to.name]));
  return {
    tables: followRenames(state.tables, withFormerTables(tables, followed)).tables,
    types: state.types.map((type) => ({ ...type, name: names.get(type.name) ?? type.name })),
  };
}

/** A rename that no migration has yet: what it is about goes by the name that ours has for it. */
function underFormerNames(ours: SchemaState, current: SchemaState): SchemaState {
  const followed = followTypes(ours.types, current.types);
  const { statements } = followRenames(ours.tables, withFormerTables(current.tables, followed));
  const tables = new Map<string, string>();
  const columns = new Map<string, string>();
  for (const statement of statements) {
    if (statement.kind === 'renameTable') tables.set(statement.from, statement.to);
    if (statement.kind === 'renameColumn') columns.set(`${statement.table}.${statement.from}`, statement.to);
  }
  const former = ours.tables.map((table) => {
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
    tables: followRenames(current.tables, former).tables,
    types: current.types.map((type) => ({ ...type, name: titles.get(type.name) ?? type.name })),
  };
}

/** `state` with the earlier names that `other` knows of what both have. */
function remember(state: SchemaState, other: SchemaState): SchemaState {
  const known = new Map(other.tables.map((table) => [table.name, table]));
  return {
    tables: state.tables.map((table) => {
      const former = known.get(table.name);
      if (former === undefined) return table;
      const columns = table.columns.map((column) => withNames(column, former.columns));
      return { ...withNames(table, [former]), columns };
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
