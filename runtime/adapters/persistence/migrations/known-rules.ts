import type { ColumnDefinition, TableDefinition } from '../../../kernel/contract/table.js';

/** Tables without the rules that `state` knows nothing of, because it is older than the recording of them. */
export function asFarAsKnown(
  tables: readonly TableDefinition[],
  state: readonly TableDefinition[],
): readonly TableDefinition[] {
  const known = new Map(state.map((table) => [table.name, table]));
  return tables.map((table) => {
    const former = known.get(table.name);
    return former === undefined || former.publishable !== undefined ? table : withoutRules(table, former);
  });
}

function withoutRules(
  { publishable: _publishable, ...table }: TableDefinition,
  former: TableDefinition,
): TableDefinition {
  const limited = new Set(
    former.columns.flatMap((column) => (column.enum === undefined ? [] : [column.name])),
  );
  return {
    ...table,
    columns: table.columns.map((column) => (limited.has(column.name) ? column : withoutEnum(column))),
  };
}

function withoutEnum({ enum: _enum, ...column }: ColumnDefinition): ColumnDefinition {
  return column;
}
