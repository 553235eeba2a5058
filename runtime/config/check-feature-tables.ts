import type { Check } from '../kernel/contract/config-problem.js';
import type { ColumnType } from '../kernel/contract/schema/resource.js';
import { isRecord } from '../kernel/settings/apply-schema.js';
import {
  aFlag,
  all,
  anything,
  byName,
  duplicates,
  listOf,
  matching,
  nameOf,
  ofKind,
  oneOf,
  only,
} from '../kernel/settings/shapes.js';

const COLUMN_TYPES: Readonly<Record<ColumnType, true>> = {
  string: true,
  text: true,
  integer: true,
  float: true,
  decimal: true,
  boolean: true,
  datetime: true,
  date: true,
  time: true,
  uuid: true,
  json: true,
};

/** Names that every database accepts unquoted, with room for a short table prefix. */
const NAME = matching(
  /^[a-z][a-z0-9_]{0,53}$/,
  'use at most 54 lower-case letters, digits and underscores, starting with a letter',
);

const COLUMN = only('use { name, type, nullable }', {
  name: NAME,
  type: oneOf(Object.keys(COLUMN_TYPES)),
  nullable: aFlag,
  length: anything,
  precision: anything,
  scale: anything,
  default: anything,
  binary: anything,
  numbered: anything,
  enum: anything,
  renamedFrom: anything,
});

const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string');

/** Referenced columns are validated when all tables are known. */
const REFERENCES = ofKind(
  'use { table, columns }',
  (value) => isRecord(value) && typeof value.table === 'string' && isTextList(value.columns),
);

const aTableWith = (columns: readonly string[]): Check => {
  const ofTable = namesAmong(columns);
  const notEmpty: Check = (value, key) =>
    Array.isArray(value) && value.length === 0
      ? [{ key, problem: 'is empty', advice: 'list the columns that identify a row' }]
      : [];
  const index = only('use { name, columns, unique }', {
    name: NAME,
    columns: ofTable,
    unique: aFlag,
    nullsFirst: ofKind('use true, or remove it', (value) => ['boolean', 'undefined'].includes(typeof value)),
  });
  const foreignKey = only('use { name, columns, references, onDelete }', {
    name: NAME,
    columns: ofTable,
    references: REFERENCES,
    onDelete: oneOf(['restrict', 'cascade', 'set null']),
  });
  return only('use { name, columns, primaryKey, indexes, foreignKeys }', {
    name: NAME,
    columns: all(listOf(COLUMN, 'use a list of columns', byName), eachOnce),
    primaryKey: all(ofTable, notEmpty),
    indexes: listOf(index, 'use a list, or [] for none', byName),
    foreignKeys: listOf(foreignKey, 'use a list, or [] for none', byName),
    renamedFrom: anything,
  });
};

const checkTable: Check = (table, key) => {
  const columns: unknown = isRecord(table) ? table.columns : [];
  const names = Array.isArray(columns) ? columns.flatMap((column) => nameOf(column) ?? []) : [];
  return aTableWith(names)(table, key);
};

/** Validates each table of one feature separately. Relations to other tables are validated when all are known. */
export const checkFeatureTables: Check = listOf(checkTable, 'use a list of tables', byName);

function namesAmong(columns: readonly string[]): Check {
  const isList = ofKind('use a list of column names', isTextList);
  return (names, key) =>
    isTextList(names)
      ? names
          .filter((name) => !columns.includes(name))
          .map((name) => ({
            key,
            problem: `contains the column "${name}", which does not exist in the table`,
            advice: `columns of the table: ${columns.join(', ')}`,
          }))
      : isList(names, key);
}

const eachOnce: Check = (columns, key) =>
  duplicates(Array.isArray(columns) ? columns.map(nameOf) : []).map((name) => ({
    key: `${key}.${name}`,
    problem: 'is not unique',
    advice: 'use a unique name for each column',
  }));
