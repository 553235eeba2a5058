import fc from 'fast-check';
import type {
  ColumnDefinition,
  TableDefinition,
} from '../../../../runtime/kernel/contract/database/table.js';
import { constraintName } from '../../../../runtime/kernel/util/database/constraint-name.js';

const TABLES = ['apple', 'berry', 'cherry', 'date_palm'];
const COLUMNS = ['colour', 'weight', 'note', 'picked_at', 'tags'];

type ColumnShape = Omit<ColumnDefinition, 'name'>;

const SHAPES: readonly ColumnShape[] = [
  { type: 'string', nullable: true },
  { type: 'string', nullable: false, length: 40 },
  { type: 'string', nullable: false, length: 80, default: "it's \\ a %" },
  { type: 'string', nullable: true, binary: true },
  { type: 'text', nullable: true },
  { type: 'text', nullable: false, default: 'none' },
  { type: 'integer', nullable: false, default: 3 },
  { type: 'float', nullable: true },
  { type: 'decimal', nullable: true, precision: 10, scale: 2 },
  { type: 'boolean', nullable: false, default: true },
  { type: 'datetime', nullable: false, default: { kind: 'now' } },
  { type: 'date', nullable: true },
  { type: 'time', nullable: false },
  { type: 'json', nullable: true },
  { type: 'json', nullable: false, default: '[]' },
];

interface TableShape {
  readonly columns: readonly (ColumnShape | null)[];
  readonly indexed: readonly boolean[];
  readonly references: readonly ('none' | 'optional' | 'required' | 'unique')[];
}

/** Generates small sets of tables from few names, so that two of them overlap, reference one another and themselves. */
export const arbitraryTables: fc.Arbitrary<readonly TableDefinition[]> = fc
  .tuple(...TABLES.map(() => fc.option(tableShape(), { freq: 3 })))
  .map((shapes) => shapes.flatMap((shape, index) => (shape === null ? [] : [tableOf(index, shape, shapes)])));

function tableShape(): fc.Arbitrary<TableShape> {
  return fc.record({
    columns: fc.tuple(...COLUMNS.map(() => fc.option(fc.constantFrom(...SHAPES), { freq: 2 }))),
    indexed: fc.tuple(...COLUMNS.map(() => fc.boolean())),
    references: fc.tuple(
      ...TABLES.map(() =>
        fc.constantFrom('none' as const, 'none' as const, 'optional', 'required', 'unique'),
      ),
    ),
  });
}

function tableOf(index: number, shape: TableShape, all: readonly (TableShape | null)[]): TableDefinition {
  const name = TABLES[index] ?? '';
  const targets = TABLES.flatMap((table, at) => {
    const kind = shape.references[at] ?? 'none';
    return all[at] == null || kind === 'none' ? [] : [{ table, column: `${table}_id`, kind }];
  });
  const own = COLUMNS.flatMap((column, at): ColumnDefinition[] => {
    const found = shape.columns[at];
    return found == null ? [] : [{ name: column, ...found }];
  });
  const indexed = own.filter(
    ({ name: column, type }) =>
      shape.indexed[COLUMNS.indexOf(column)] === true && type !== 'text' && type !== 'json',
  );
  return {
    name,
    columns: [
      { name: 'id', type: 'uuid', nullable: false },
      ...own,
      ...targets.map(({ column, kind }): ColumnDefinition => ({
        name: column,
        type: 'uuid',
        nullable: kind !== 'required',
      })),
    ],
    primaryKey: ['id'],
    indexes: [
      ...indexed.map(({ name: column }) => ({
        name: constraintName('idx', name, [column]),
        columns: [column],
        unique: false,
      })),
      ...targets.map(({ column, kind }) => ({
        name: constraintName(kind === 'unique' ? 'uniq' : 'idx', name, [column]),
        columns: [column],
        unique: kind === 'unique',
      })),
    ],
    foreignKeys: targets.map(({ column, table }) => ({
      name: constraintName('fk', name, [column]),
      columns: [column],
      references: { table, columns: ['id'] },
      onDelete: 'restrict' as const,
    })),
  };
}
