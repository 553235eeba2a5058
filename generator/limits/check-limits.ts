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
        `The table "${tablePrefix}${table.name}" has a name of ${limit.length} characters, with "table_prefix"; databases tell names apart by ${limit.limit}.`,
        link === undefined
          ? 'Set "x-table" to a shorter one, or shorten "table_prefix" of the configuration.'
          : 'Choose a shorter name for the list, set "x-table" of the type, or shorten "table_prefix" of the configuration.',
      );
    case 'columns':
      return problem(
        pointerOf('properties'),
        `${title} has ${limit.count} columns, of which MariaDB and MySQL take ${limit.limit}.`,
        TOGETHER,
      );
    case 'indexes':
      return problem(
        pointerOf('properties'),
        `${title} has ${limit.count} indexes, of which MariaDB and MySQL take ${limit.limit}.`,
        'Relations, uploads, unique members, filters, orders and searches have one each: leave some out, or move members to another type.',
      );
    case 'row': {
      const names = members(limit.columns);
      return problem(
        pointerOf('properties'),
        `A ${title} takes up to ${limit.bytes} bytes in a row of ${limit.database}, which holds ${limit.limit}. Most take: ${some(names)}.`,
        isMadeSmaller(limit.columns[0], table) ? SMALLER : TOGETHER,
      );
    }
    case 'index':
      return problem(
        pointerOf('properties'),
        `Values of ${members(limit.columns).map(quoted).join(' and ')} together take up to ${limit.bytes} bytes in an index, of which PostgreSQL takes ${limit.limit}.`,
        'Set "x-column": { "length": ... } to less in one of them (a character counts as four bytes, and there are 255 unless something says otherwise), or leave one out of "x-unique" or "x-indexes".',
      );
  }
}

const USER_TABLE = 'user';
const SMALLER =
  'A text counts with the length of its column, 255 unless "maxLength" or "x-column" says otherwise, four bytes a character: give some "x-column": { "type": "text" }, or a smaller "length".';
const TOGETHER = 'Put several members into one of "type": "object", which is kept as one JSON value.';
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
