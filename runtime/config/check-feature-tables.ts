import type { ColumnType } from '../kernel/contract/resource.js';
import type { ConfigProblem } from '../kernel/errors/config-error.js';
import { isRecord } from '../kernel/settings/apply-schema.js';
import { unknownKey, wrongKind } from './wrong-kind.js';

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
const ON_DELETE = ['restrict', 'cascade', 'set null'];

const TABLE_KEYS = ['name', 'columns', 'primaryKey', 'indexes', 'foreignKeys', 'renamedFrom'];
const COLUMN_KEYS = [
  'name',
  'type',
  'nullable',
  'length',
  'precision',
  'scale',
  'default',
  'binary',
  'enum',
  'renamedFrom',
];

/** Names that every database takes as they are, with room for a short table prefix. */
const NAME = /^[a-z][a-z0-9_]{0,53}$/;
const NAME_ADVICE = 'write lower case letters, digits and _, at most 54 of them';

type Member = Readonly<Record<string, unknown>>;

/** The tables of one feature, each by itself; how they stand to other tables is checked where all are known. */
export function checkFeatureTables(tables: unknown, key: string): readonly ConfigProblem[] {
  if (tables === undefined) return [];
  return entriesOf(tables, key, 'write a list of tables').flatMap((entry) =>
    'problem' in entry ? [entry] : checkTable(entry.value, entry.key),
  );
}

function checkTable(table: unknown, key: string): readonly ConfigProblem[] {
  const advice = 'write { name, columns, primaryKey, indexes, foreignKeys }';
  if (!isRecord(table)) return [wrongKind(key, table, advice)];
  const columns = entriesOf(table.columns, `${key}.columns`, 'write a list of columns');
  const names = columns.flatMap((entry) => ('value' in entry ? (nameOf(entry.value) ?? []) : []));
  return [
    ...unknownKeys(table, TABLE_KEYS, key),
    ...checkName(table.name, key),
    ...columns.flatMap((entry) => ('problem' in entry ? [entry] : checkColumn(entry.value, entry.key))),
    ...namedTwice(names, `${key}.columns`),
    ...checkPrimaryKey(table.primaryKey, names, key),
    ...checkIndexes(table.indexes, names, key),
    ...checkForeignKeys(table.foreignKeys, names, key),
  ];
}

function checkColumn(column: unknown, key: string): readonly ConfigProblem[] {
  if (!isRecord(column)) return [wrongKind(key, column, 'write { name, type, nullable }')];
  const { type, nullable } = column;
  const types = Object.keys(COLUMN_TYPES);
  return [
    ...unknownKeys(column, COLUMN_KEYS, key),
    ...checkName(column.name, key),
    ...(typeof type === 'string' && types.includes(type)
      ? []
      : [cannotBe(`${key}.type`, type, `write one of ${types.join(', ')}`)]),
    ...(typeof nullable === 'boolean' ? [] : [wrongKind(`${key}.nullable`, nullable, 'write true or false')]),
  ];
}

function checkPrimaryKey(given: unknown, columns: readonly string[], key: string): readonly ConfigProblem[] {
  if (Array.isArray(given) && given.length === 0)
    return [
      {
        key: `${key}.primaryKey`,
        problem: 'is empty',
        advice: 'name the columns that tell rows from each other',
      },
    ];
  return checkColumnNames(given, columns, `${key}.primaryKey`);
}

function checkIndexes(given: unknown, columns: readonly string[], key: string): readonly ConfigProblem[] {
  return entriesOf(given, `${key}.indexes`, 'write a list, [] for none').flatMap((entry) => {
    if ('problem' in entry) return [entry];
    const { value: index, key: place } = entry;
    if (!isRecord(index)) return [wrongKind(place, index, 'write { name, columns, unique }')];
    return [
      ...unknownKeys(index, ['name', 'columns', 'unique', 'nullsFirst'], place),
      ...checkName(index.name, place),
      ...checkColumnNames(index.columns, columns, `${place}.columns`),
      ...(typeof index.unique === 'boolean'
        ? []
        : [wrongKind(`${place}.unique`, index.unique, 'write true or false')]),
      ...(['boolean', 'undefined'].includes(typeof index.nullsFirst)
        ? []
        : [wrongKind(`${place}.nullsFirst`, index.nullsFirst, 'write true, or leave it out')]),
    ];
  });
}

function checkForeignKeys(given: unknown, columns: readonly string[], key: string): readonly ConfigProblem[] {
  return entriesOf(given, `${key}.foreignKeys`, 'write a list, [] for none').flatMap((entry) => {
    if ('problem' in entry) return [entry];
    const { value: foreign, key: place } = entry;
    if (!isRecord(foreign))
      return [wrongKind(place, foreign, 'write { name, columns, references, onDelete }')];
    const { references, onDelete } = foreign;
    return [
      ...unknownKeys(foreign, ['name', 'columns', 'references', 'onDelete'], place),
      ...checkName(foreign.name, place),
      ...checkColumnNames(foreign.columns, columns, `${place}.columns`),
      ...(isRecord(references) && typeof references.table === 'string' && isTextList(references.columns)
        ? []
        : [wrongKind(`${place}.references`, references, 'write { table, columns }')]),
      ...(typeof onDelete === 'string' && ON_DELETE.includes(onDelete)
        ? []
        : [cannotBe(`${place}.onDelete`, onDelete, `write one of ${ON_DELETE.join(', ')}`)]),
    ];
  });
}

function checkName(name: unknown, key: string): readonly ConfigProblem[] {
  if (typeof name !== 'string') return [wrongKind(`${key}.name`, name, NAME_ADVICE)];
  return NAME.test(name) ? [] : [cannotBe(`${key}.name`, name, NAME_ADVICE)];
}

function checkColumnNames(given: unknown, columns: readonly string[], key: string): readonly ConfigProblem[] {
  if (!isTextList(given)) return [wrongKind(key, given, 'write a list of names of columns')];
  return given
    .filter((name) => !columns.includes(name))
    .map((name) => ({
      key,
      problem: `names the column "${name}", which the table does not have`,
      advice: `the columns are ${columns.join(', ')}`,
    }));
}

function namedTwice(names: readonly string[], key: string): readonly ConfigProblem[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))].map((name) => ({
    key: `${key}.${name}`,
    problem: 'is there more than once',
    advice: 'give each column a name of its own',
  }));
}

/** The entries of a list under the keys that tell where they are, or what is wrong with the list. */
function entriesOf(
  list: unknown,
  key: string,
  advice: string,
): readonly (ConfigProblem | { readonly key: string; readonly value: unknown })[] {
  if (!Array.isArray(list)) return [wrongKind(key, list, advice)];
  const values: readonly unknown[] = list;
  return values.map((value, index) => ({ key: `${key}.${nameOf(value) ?? index}`, value }));
}

function nameOf(entry: unknown): string | undefined {
  return isRecord(entry) && typeof entry.name === 'string' && entry.name !== '' ? entry.name : undefined;
}

function unknownKeys(value: Member, known: readonly string[], key: string): readonly ConfigProblem[] {
  return Object.keys(value)
    .filter((name) => !known.includes(name))
    .map((name) => unknownKey(`${key}.${name}`, known));
}

function cannotBe(key: string, value: unknown, advice: string): ConfigProblem {
  if (value === undefined) return wrongKind(key, value, advice);
  return { key, problem: `cannot be ${JSON.stringify(value)}`, advice };
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}
