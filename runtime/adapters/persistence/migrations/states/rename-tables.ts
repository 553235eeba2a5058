import type { MigrationStatement } from '../../../../kernel/contract/database/migration.js';
import { replay, tableSet } from './replay.js';
import type { TableDefinition } from '../../../../kernel/contract/database/table.js';

export interface Renamed {
  /** The previous tables under their new names. */
  readonly tables: readonly TableDefinition[];
  readonly statements: readonly MigrationStatement[];
}

/** Applies `renamedFrom` only: a previous name counts if it existed before and the current one did not. */
export function followRenames(
  previous: readonly TableDefinition[],
  next: readonly TableDefinition[],
): Renamed {
  const tables = pairs(previous, next);
  const statements: MigrationStatement[] = tables.map(([from, to]) => ({ kind: 'renameTable', from, to }));
  for (const table of next) {
    const earlier = tables.find(([, to]) => to === table.name)?.[0] ?? table.name;
    const before = previous.find(({ name }) => name === earlier);
    const renamed = before === undefined ? [] : pairs(before.columns, table.columns);
    for (const [from, to] of renamed) statements.push({ kind: 'renameColumn', table: table.name, from, to });
  }
  return { tables: [...replay(tableSet(previous), statements).values()], statements };
}

interface Named {
  readonly name: string;
  readonly renamedFrom?: readonly string[];
}

function pairs(previous: readonly Named[], next: readonly Named[]): [string, string][] {
  const before = new Set(previous.map(({ name }) => name));
  const after = new Set(next.map(({ name }) => name));
  const taken = new Set<string>();
  return next.flatMap(({ name, renamedFrom = [] }): [string, string][] => {
    const from = renamedFrom.find(
      (earlier) => before.has(earlier) && !after.has(earlier) && !taken.has(earlier),
    );
    if (from === undefined || before.has(name)) return [];
    taken.add(from);
    return [[from, name]];
  });
}
