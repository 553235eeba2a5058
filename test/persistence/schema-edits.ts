import fc from 'fast-check';
import type { ColumnType } from '../../runtime/kernel/contract/schema/resource.js';
import type { ColumnDefinition, TableDefinition } from '../../runtime/kernel/contract/database/table.js';
import { table } from './migrations-fixture.js';

/** A column with its identity, which is independent of its current name. */
export interface ModelColumn {
  readonly identity: number;
  readonly definition: ColumnDefinition;
}

/** The history of one table: its names and its columns. */
export interface ModelTable {
  readonly name: string;
  readonly previousName?: string;
  readonly columns: readonly ModelColumn[];
}

type EditOfType = 'add' | 'drop' | 'retype' | 'require';

export type Edit =
  | { readonly kind: EditOfType; readonly at: number; readonly type: ColumnType }
  | { readonly kind: 'rename'; readonly at: number; readonly to: string }
  | { readonly kind: 'swap' }
  | { readonly kind: 'renameTable'; readonly to: string }
  /** The schemas are what they were so many edits ago. */
  | { readonly kind: 'takeBack'; readonly steps: number };

const TYPES = ['integer', 'boolean', 'string', 'float'] as const;
const NAMES = ['red', 'green', 'blue', 'white'] as const;
const DEFAULTS: Partial<Record<ColumnType, string | number | boolean>> = {
  integer: 4,
  boolean: true,
  string: 'none',
  float: 2.5,
};

const at = fc.nat(9);
const type = fc.constantFrom<ColumnType>(...TYPES);

/** Sequences of three edits in which the third reverts others, as users do after a refusal. */
export const arbitraryEdits: fc.Arbitrary<readonly Edit[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('retype' as const), at, type }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constantFrom('add' as const, 'drop' as const, 'require' as const),
        at,
        type,
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('rename' as const), at, to: fc.constantFrom(...NAMES) }),
    },
    { weight: 1, arbitrary: fc.constant({ kind: 'swap' as const }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('renameTable' as const),
        to: fc.constantFrom('fruit', 'crop'),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('takeBack' as const), steps: fc.integer({ min: 1, max: 3 }) }),
    },
  ),
  { minLength: 2, maxLength: 7 },
);

const column = (name: string, of: ColumnType): ColumnDefinition => ({ name, type: of, nullable: true });

export const START: ModelTable = {
  name: 'fruit',
  columns: [
    { identity: 1, definition: column('red', 'integer') },
    { identity: 2, definition: column('green', 'string') },
  ],
};

/** Returns the table after each of the edits, starting with the initial one. Impossible edits change nothing. */
export function statesAfter(edits: readonly Edit[]): readonly ModelTable[] {
  const states = [START];
  let identity = 2;
  for (const edit of edits) {
    const present = states.at(-1) ?? START;
    const next = edited(present, edit, { past: states, identity: (identity += 1) });
    states.push(next);
  }
  return states;
}

function edited(
  present: ModelTable,
  edit: Edit,
  { past, identity }: { readonly past: readonly ModelTable[]; readonly identity: number },
): ModelTable {
  const { name, columns } = present;
  const plain = { name, columns };
  if (edit.kind === 'takeBack') return past.at(-1 - edit.steps) ?? START;
  if (edit.kind === 'renameTable')
    return edit.to === name ? plain : { name: edit.to, previousName: name, columns };
  if (edit.kind === 'swap') {
    const [first, second, ...others] = columns;
    if (first === undefined || second === undefined) return plain;
    const swapped = [renamed(first, second.definition.name), renamed(second, first.definition.name)];
    return { name, columns: [...swapped, ...others] };
  }
  const index = columns.length === 0 ? 0 : edit.at % columns.length;
  const chosen = columns[index];
  if (edit.kind === 'add') {
    const free = NAMES.find((each) => columns.every(({ definition }) => definition.name !== each));
    return free === undefined
      ? plain
      : { name, columns: [...columns, { identity, definition: column(free, edit.type) }] };
  }
  if (chosen === undefined) return plain;
  if (edit.kind === 'drop') return { name, columns: columns.filter((each) => each !== chosen) };
  const put = (changed: ModelColumn): ModelTable => ({ name, columns: columns.with(index, changed) });
  const { definition } = chosen;
  if (edit.kind === 'retype') return put({ ...chosen, definition: column(definition.name, edit.type) });
  if (edit.kind === 'require') return put({ ...chosen, definition: required(definition) });
  if (edit.kind !== 'rename') return plain;
  const { to } = edit;
  const isTaken = columns.some((each) => each.definition.name === to);
  return isTaken ? plain : put(renamed(chosen, to));
}

function required(definition: ColumnDefinition): ColumnDefinition {
  return { ...definition, nullable: false, default: DEFAULTS[definition.type] ?? null };
}

function renamed(column: ModelColumn, to: string): ModelColumn {
  return { ...column, definition: { ...column.definition, name: to } };
}

/**
 * Returns the tables that the migrations of each state create. Two names are swapped through a third, with one
 * migration each.
 */
export function definitionsOf(states: readonly ModelTable[]): readonly (readonly TableDefinition[])[] {
  return states.flatMap((state, index) => {
    const before = states[index - 1] ?? state;
    const names = new Map(before.columns.map((each) => [each.identity, each.definition.name]));
    const middle = detour(before, state);
    const last = middle ?? before;
    const previous = new Map(last.columns.map((each) => [each.identity, each.definition.name]));
    return [
      ...(middle === undefined ? [] : [defined(middle, before, names)]),
      defined(state, last, previous),
    ];
  });
}

/** If a column takes the name of another moved column, all of them get temporary names first. */
function detour(before: ModelTable, after: ModelTable): ModelTable | undefined {
  const owner = new Map(before.columns.map((each) => [each.definition.name, each.identity]));
  const isInTheWay = after.columns.some(({ identity, definition: { name } }) => {
    const holder = owner.get(name);
    return holder !== undefined && holder !== identity;
  });
  if (!isInTheWay) return undefined;
  const staying = new Set(after.columns.map(({ identity }) => identity));
  const columns = before.columns
    .filter(({ identity }) => staying.has(identity))
    .map((each) => renamed(each, `former_${each.identity}`));
  return { name: before.name, columns };
}

function defined(
  state: ModelTable,
  before: ModelTable,
  previous: ReadonlyMap<number, string>,
): readonly TableDefinition[] {
  const columns = state.columns.map(({ identity, definition }) => {
    const was = previous.get(identity);
    return was === undefined || was === definition.name ? definition : { ...definition, renamedFrom: [was] };
  });
  const renamedFrom = before.name === state.name ? [] : [before.name];
  return [table(state.name, columns, { renamedFrom })];
}
