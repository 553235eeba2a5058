import type { SqlRow } from '../../../runtime/kernel/contract/database/database.js';
import type { StoredRecord } from '../../../runtime/kernel/contract/records/record.js';
import type {
  ColumnType,
  FieldDescriptor,
  LinkTable,
} from '../../../runtime/kernel/contract/schema/resource.js';
import { secondFactorTables } from '../../../runtime/features/second-factors/tables.js';
import { LINK_PLACES } from '../../../runtime/kernel/contract/schema/resource.js';
import type { TableDefinition } from '../../../runtime/kernel/contract/database/table.js';
import { baseTables } from '../../../runtime/model/base-tables.js';
import { reachTables } from '../../../runtime/features/pages/model/tables.js';
import { pageDataSlotTable } from '../../../runtime/features/placement/model/page-data-slot.js';
import { derivedStateTable } from '../../../runtime/kernel/derived/table.js';
import { outboxTables } from '../../../runtime/kernel/outbox/tables.js';
import type {
  RegisteredResource,
  ResourceRegistry,
} from '../../../runtime/kernel/metadata/resource-registry.js';
import type { App } from '../../../runtime/app.js';

/** The stored content of one record: its rows and its links, each value as text that is equal on every database. */
export interface StoredContent {
  readonly type: string;
  readonly id: string;
  /** By member. A column without a member is under its own name. */
  readonly values: ReadonlyMap<string, string>;
}

export type ContentById = ReadonlyMap<string, StoredContent>;

/** Tables without content, which no content change reports. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  session: 'belongs to a login',
  refresh_token: 'belongs to a login',
  imagine_cached_file_metadata: 'facts of files, derived from them at any time',
  orphan_report: 'reports content',
  unique_value_lock: 'numbers that writes wait for',
  invalidation: 'notifies other processes of invalidations',
  throttle: 'counts requests',
  scheduled_job: 'stores the state of scheduled jobs',
  revision: 'reports writes',
  revision_change: 'reports writes',
  revision_file: 'reports writes',
  preview: 'shows content to others',
  ...Object.fromEntries(secondFactorTables.map(({ name }) => [name, 'belongs to a login'])),
  access_token: 'lets machines in',
  idempotency_key: 'reports requests',
  external_identity: 'belongs to an account',
  webhook: 'notifies others of content',
  webhook_delivery: 'reports messages about content',
  webhook_live_route: 'follows from content and the time',
  ...Object.fromEntries(
    [derivedStateTable, pageDataSlotTable, ...reachTables].map(({ name }) => [name, 'follows from content']),
  ),
  ...Object.fromEntries(outboxTables.map(({ name }) => [name, 'messages about content'])),
};

/** Columns that are derived from content. */
const DERIVED_COLUMNS: ReadonlySet<string> = new Set(['place_id']);

type Rows = readonly SqlRow[];
type Dump = ReadonlyMap<string, { readonly rows: Rows; readonly types: ReadonlyMap<string, ColumnType> }>;

/** Returns the tables of rows and links of all types. */
export function contentTables(registry: ResourceRegistry): ReadonlySet<string> {
  return new Set(
    contentTypes(registry).flatMap(({ table, baseTable, fields }) => [
      table,
      ...(baseTable === null ? [] : [baseTable]),
      ...fields.flatMap((field) => linkOf(field)?.table ?? []),
    ]),
  );
}

/** Reads every row of every content table with simple selects, in order of creation. */
export async function dumpContent(
  { database, registry }: Pick<App, 'database' | 'registry'>,
  tables: readonly TableDefinition[],
): Promise<ContentById> {
  const watched = contentTables(registry);
  const dump = new Map<string, { rows: Rows; types: ReadonlyMap<string, ColumnType> }>();
  for (const { name, columns } of tables.filter((table) => watched.has(table.name))) {
    const list = columns.map((column) => database.dialect.quote(column.name)).join(', ');
    const rows = await database.all(`select ${list} from ${database.table(name)}`);
    dump.set(name, { rows, types: new Map(columns.map((column) => [column.name, column.type])) });
  }
  const text = (type: ColumnType, raw: unknown): string =>
    plainText(type, database.dialect.decode(type, raw ?? null));
  const content = contentTypes(registry).flatMap((resource) => contentOfType(resource, dump, text));
  const strays = strayRows(content, dump);
  return new Map(inOrderOfCreation([...content, ...strays]).map((record) => [record.id, record]));
}

function contentTypes(registry: ResourceRegistry): readonly RegisteredResource[] {
  return registry.all.filter(({ table }) => !(table in LEFT_OUT));
}

/** Returns the records of one type, own and base row combined, with their lists. */
function contentOfType(
  resource: RegisteredResource,
  dump: Dump,
  text: (type: ColumnType, raw: unknown) => string,
): StoredContent[] {
  const { name: type, table, baseTable, fields } = resource;
  const base = new Map((dump.get(baseTable ?? '')?.rows ?? []).map((row) => [String(row.id), row]));
  return (dump.get(table)?.rows ?? []).map((own) => {
    const id = String(own.id);
    const values = new Map<string, string>();
    for (const [place, row] of [[table, own] as const, [baseTable ?? '', base.get(id) ?? {}] as const])
      for (const [column, raw] of Object.entries(row)) {
        if (column === 'id' || column === 'dtype' || DERIVED_COLUMNS.has(column)) continue;
        const columnType = dump.get(place)?.types.get(column) ?? 'string';
        values.set(memberOf(resource, column, place), text(columnType, raw));
      }
    for (const field of fields) {
      const link = linkOf(field);
      if (link !== undefined) values.set(field.name, printList(link, linksOf(link, id, dump)));
    }
    return { type, id, values };
  });
}

/** Returns base rows without a row of their type. They belong to no record; a deletion would have left them behind. */
function strayRows(content: readonly StoredContent[], dump: Dump): StoredContent[] {
  const ids = new Set(content.map(({ id }) => id));
  return baseTables.flatMap(({ name: type }) =>
    (dump.get(type)?.rows ?? [])
      .map((row) => ({ type, id: String(row.id), values: new Map<string, string>() }))
      .filter(({ id }) => !ids.has(id)),
  );
}

/** Sorts by creation. Ids are random, but an index into the list must select the same record in every run. */
function inOrderOfCreation(content: readonly StoredContent[]): StoredContent[] {
  const made = ({ type, values }: StoredContent): string =>
    [values.get('createdAt') ?? values.get('column created_at'), type, ...values.values()].join(' ');
  const keys = new Map(content.map((record) => [record, made(record)]));
  return [...content].sort((left, right) => ((keys.get(left) ?? '') < (keys.get(right) ?? '') ? -1 : 1));
}

/** Returns the application's view of a record, for members with a column or links of their own. */
export function contentOf({ type, id, values }: StoredRecord, registry: ResourceRegistry): StoredContent {
  const stored = new Map<string, string>();
  for (const field of registry.require(type).fields) {
    const value = values[field.name];
    if (field.kind === 'scalar') stored.set(field.name, plainText(field.type, value));
    else if (field.kind === 'upload') stored.set(field.name, plainText('string', value));
    else if (field.kind === 'to-one') stored.set(field.name, plainText('uuid', idOf(value)));
    else {
      const link = linkOf(field);
      // A list that others own is reported only if its order differs.
      if (link === undefined || (value === undefined && !link.owner)) continue;
      stored.set(field.name, printList(link, Array.isArray(value) ? value.map(idOf) : ['not a list']));
    }
  }
  return { type, id, values: stored };
}

function memberOf(resource: RegisteredResource, column: string, table: string): string {
  const fields = table === resource.table ? resource.ownFields : resource.baseFields;
  const field = fields.find(
    (candidate) => candidate.kind !== 'inverse-one' && 'column' in candidate && candidate.column === column,
  );
  return field?.name ?? `column ${column}`;
}

function linkOf(field: FieldDescriptor): LinkTable | undefined {
  return field.kind === 'to-many' && field.through.kind === 'link' ? field.through : undefined;
}

const OF_OTHERS = 'links of others: ';

const printList = ({ owner }: LinkTable, ids: readonly unknown[]): string =>
  `${owner ? '' : OF_OTHERS}${ids.join(' ')}`;

/**
 * Whether two values of a member are equal. Links that others own are compared in the order in which the
 * record shows them.
 */
export function isSameContent(left: string | undefined, right: string | undefined): boolean {
  if (!left?.startsWith(OF_OTHERS) || !right?.startsWith(OF_OTHERS)) return left === right;
  const [one = [], other = []] = [left, right].map((text) => text.slice(OF_OTHERS.length).split(' '));
  const shared = (list: readonly string[], among: readonly string[]): string =>
    list.filter((id) => among.includes(id)).join();
  return shared(one, other) === shared(other, one);
}

function linksOf({ table, ownColumn, targetColumn, owner }: LinkTable, id: string, dump: Dump): string[] {
  const links = (dump.get(table)?.rows ?? []).filter((row) => String(row[ownColumn]) === id);
  const place = owner ? LINK_PLACES.owner : LINK_PLACES.inverse;
  return links
    .map((row) => ({ target: String(row[targetColumn]), place: Number(row[place]) }))
    .map((link) => ({ ...link, made: madeAt(link.target, dump) }))
    .sort(
      (left, right) =>
        left.place - right.place ||
        left.made.localeCompare(right.made) ||
        left.target.localeCompare(right.target),
    )
    .map(({ target }) => target);
}

const moments = new WeakMap<Dump, ReadonlyMap<string, string>>();

/** Returns the creation time of a record, from its base row if it has one. */
function madeAt(id: string, dump: Dump): string {
  let known = moments.get(dump);
  if (known === undefined) {
    const bases = new Set(baseTables.map(({ name }) => name));
    const tables = [...dump].sort(([left], [right]) => Number(bases.has(left)) - Number(bases.has(right)));
    const rows = tables.flatMap(([, table]) => table.rows.filter(({ created_at }) => created_at != null));
    known = new Map(rows.map((row) => [String(row.id), plainText('datetime', row.created_at)]));
    moments.set(dump, known);
  }
  return known.get(id) ?? '';
}

function idOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
}

function plainText(type: ColumnType, value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (value instanceof Date) return value.toISOString();
  if (type === 'decimal') return String(Number(value));
  return JSON.stringify(value, sortMembers);
}

/** Databases store the members of a JSON value in their own order. */
function sortMembers(_key: string, part: unknown): unknown {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
  return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
}
