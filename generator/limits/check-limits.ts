import type { TableDefinition } from 'cms-api-components/internal/kernel/contract/database/table.js';
import { SchemaErrors, type SchemaProblem } from '../errors.js';
import type { FieldModel, ProjectModel, SourceModel } from '../model/types.js';
import { SCHEMAS_FOLDER } from '../options.js';
import { pointerOf } from '../schema/place.js';
import { type TableLimit, tableLimits } from './table-limits.js';

/** Type and schema file that a table belongs to. */
interface TableSource {
  readonly file: string;
  readonly title: string;
  readonly fields: readonly FieldModel[];
  /** The list field, for a link table. */
  readonly link?: string;
}

/**
 * Checks that every supported database accepts the tables and their largest rows. All table names include the prefix.
 * @throws SchemaErrors with each exceeded limit, the members and the fix.
 */
export function checkLimits(model: ProjectModel, tablePrefix: string): void {
  const sources = sourcesOf(model);
  const problems = model.tables.flatMap((table) => {
    const source = sources.get(table.name);
    if (source === undefined) return [];
    return tableLimits(table, tablePrefix).map((limit) => describe(limit, { source, table, tablePrefix }));
  });
  if (problems.length > 0) throw new SchemaErrors(problems);
}

function sourcesOf({ resources, user }: ProjectModel): ReadonlyMap<string, TableSource> {
  const sources = new Map<string, TableSource>();
  const fileOf = ({ sourceFile }: SourceModel): string => `${SCHEMAS_FOLDER}/${sourceFile}`;
  for (const resource of resources) {
    const { descriptor, fields } = resource;
    const source = { file: fileOf(resource), title: descriptor.name, fields };
    sources.set(descriptor.table, source);
    for (const { descriptor: field } of fields)
      if (field.kind === 'to-many' && field.through.kind === 'link' && field.through.owner)
        sources.set(field.through.table, { ...source, link: field.name });
  }
  if (user !== undefined) sources.set(USER_TABLE, { file: fileOf(user), title: 'User', fields: user.fields });
  return sources;
}

interface Passed {
  readonly source: TableSource;
  readonly table: TableDefinition;
  readonly tablePrefix: string;
}

function describe(limit: TableLimit, passed: Passed): SchemaProblem {
  const { source, table, tablePrefix } = passed;
  const { file, title, fields, link } = source;
  const problem = (pointer: string, message: string, hint: string) => ({ file, pointer, message, hint });
  const members = (columns: readonly string[]): readonly string[] =>
    columns.flatMap((column) => fields.find((field) => columnOf(field) === column)?.descriptor.name ?? []);
  switch (limit.kind) {
    case 'name':
      return problem(
        link === undefined ? pointerOf('title') : pointerOf('properties', link),
        `The name of the table "${tablePrefix}${table.name}" has ${limit.length} characters, including "table_prefix". The maximum is ${limit.limit}.`,
        link === undefined
          ? 'Set "x-table" to a shorter name, or shorten "table_prefix" in the configuration.'
          : 'Choose a shorter name for the list, set "x-table" of the type, or shorten "table_prefix" in the configuration.',
      );
    case 'columns':
      return problem(
        pointerOf('properties'),
        `${title} has ${limit.count} columns. The maximum in MariaDB and MySQL is ${limit.limit}.`,
        TOGETHER,
      );
    case 'indexes':
      return problem(
        pointerOf('properties'),
        `${title} has ${limit.count} indexes. The maximum in MariaDB and MySQL is ${limit.limit}.`,
        'Each relation, upload, unique member, filter, order and search has one. Remove some, or move members to another type.',
      );
    case 'row': {
      const names = members(limit.columns);
      return problem(
        pointerOf('properties'),
        `A row of ${title} needs up to ${limit.bytes} bytes in ${limit.database}. The maximum is ${limit.limit}. Largest columns: ${some(names)}.`,
        isMadeSmaller(limit.columns[0], table) ? SMALLER : TOGETHER,
      );
    }
    case 'index':
      return problem(
        pointerOf('properties'),
        `An index of ${members(limit.columns).map(quoted).join(' and ')} needs up to ${limit.bytes} bytes. The maximum in PostgreSQL is ${limit.limit}.`,
        'Reduce "x-column": { "length": ... } of one of them (default 255, at four bytes per character), or remove one from "x-unique" or "x-indexes".',
      );
  }
}

const USER_TABLE = 'user';
const SMALLER =
  'Texts count with the length of their column (default 255) at four bytes per character. Set "x-column": { "type": "text" } or a smaller "length" for some.';
const TOGETHER = 'Combine several members into one of "type": "object", which is stored as one JSON value.';
const NAMED = 5;

const quoted = (name: string): string => JSON.stringify(name);

function some(names: readonly string[]): string {
  const named = names.slice(0, NAMED).map(quoted).join(', ');
  return names.length > NAMED ? `${named} and ${names.length - NAMED} more` : named;
}

const columnOf = ({ descriptor }: FieldModel): string | undefined =>
  'column' in descriptor ? descriptor.column : undefined;

const isMadeSmaller = (column: string | undefined, { columns }: TableDefinition): boolean =>
  columns.some(({ name, type }) => name === column && type === 'string');
