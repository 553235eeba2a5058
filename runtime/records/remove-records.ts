import type { TransactionSession } from '../contract/database.js';
import type { Reference, StoredRecord } from '../contract/record.js';
import type { FieldDescriptor, LinkTable, ToOneField } from '../contract/resource.js';
import type { RegisteredResource, ResourceRegistry } from '../metadata/resource-registry.js';
import { byType, idLists } from './id-lists.js';
import { createIncomingLinks } from './incoming-links.js';
import { referenceOf } from './references.js';

/**
 * Removes the rows of records of any types, their links and the links to them. The caller has made sure that no other
 * record names them: the foreign keys repeat that condition, row by row, as a net.
 */
export type RemoveRecords = (session: TransactionSession, records: readonly StoredRecord[]) => Promise<void>;

/** Tables whose rows name rows of the tables behind them; all other tables of core types come before `page`. */
const NAMED_LAST: readonly string[] = ['page', 'layout', 'component_group', 'route'];
const BASE_TABLES: readonly string[] = ['abstract_page_data', 'abstract_component'];

export function createRemoveRecords(registry: ResourceRegistry): RemoveRecords {
  const incomingLinks = createIncomingLinks(registry);

  /** Rows of one table that name one another could not go in any order. */
  async function loosen(session: TransactionSession, records: readonly StoredRecord[]): Promise<void> {
    const removed = new Set(records.map(({ id }) => id));
    const named = new Map<string, { readonly table: string; readonly column: string; ids: string[] }>();
    for (const { type, id, values } of records) {
      const resource = registry.require(type);
      for (const field of resource.fields.filter(isToOne)) {
        const table = tableOf(field, resource);
        const target = referenceOf(values[field.name]);
        if (target === null || !removed.has(target.id) || rowTable(target) !== table) continue;
        const key = `${table}.${field.column}`;
        const entry = named.get(key) ?? { table, column: field.column, ids: [] };
        named.set(key, entry);
        entry.ids.push(id);
      }
    }
    for (const { table, column, ids } of named.values()) {
      const assignment = `set ${session.dialect.quote(column)} = null`;
      await eachList(session, `update ${session.table(table)} ${assignment} where`, 'id', ids);
    }
  }

  /** The table to whose rows a reference leads. */
  function rowTable({ type }: Reference): string {
    const { baseTable, table } = registry.require(type);
    return baseTable ?? table;
  }

  async function unlink(session: TransactionSession, records: readonly StoredRecord[]): Promise<void> {
    const ends = new Map<string, { readonly table: string; readonly column: string; ids: string[] }>();
    for (const [type, entries] of byType(records)) {
      for (const [table, column] of linkEnds(registry.require(type))) {
        const end = ends.get(`${table}.${column}`) ?? { table, column, ids: [] };
        ends.set(`${table}.${column}`, end);
        end.ids.push(...entries.map(({ id }) => id));
      }
    }
    for (const { table, column, ids } of ends.values())
      await eachList(session, `delete from ${session.table(table)} where`, column, ids);
  }

  /** Link tables and their columns that hold ids of a type. */
  function linkEnds(resource: RegisteredResource): readonly (readonly [table: string, column: string])[] {
    return [
      ...resource.fields.flatMap((field): [string, string][] =>
        isLink(field) ? [[field.through.table, field.through.ownColumn]] : [],
      ),
      ...incomingLinks(resource.name).map(({ field: { through } }): [string, string] => [
        through.table,
        through.targetColumn,
      ]),
    ];
  }

  return async (session, records) => {
    await loosen(session, records);
    await unlink(session, records);
    const rows = records.flatMap(({ type, id }) => {
      const { table, baseTable } = registry.require(type);
      return baseTable === null
        ? [{ type: table, id }]
        : [
            { type: table, id },
            { type: baseTable, id },
          ];
    });
    const inOrder = [...byType(rows)].sort(([left], [right]) => rank(left, registry) - rank(right, registry));
    for (const [table, entries] of inOrder)
      await eachList(
        session,
        `delete from ${session.table(table)} where`,
        'id',
        entries.map(({ id }) => id),
      );
  };
}

/** Rows go before the rows that they name: own rows of components and page data, positions, base rows, the rest. */
function rank(table: string, registry: ResourceRegistry): number {
  if (BASE_TABLES.includes(table)) return 2 + BASE_TABLES.indexOf(table);
  if (NAMED_LAST.includes(table)) return 5 + NAMED_LAST.indexOf(table);
  if (table === registry.require('ComponentPosition').table) return 1;
  return registry.all.some((resource) => resource.table === table && resource.baseTable === null) ? 4 : 0;
}

async function eachList(
  session: TransactionSession,
  start: string,
  column: string,
  all: readonly string[],
): Promise<void> {
  const sql = `${start} ${session.dialect.anyOf(column, 'ids', 'uuid')}`;
  for (const ids of idLists(all)) await session.run(sql, { ids });
}

function tableOf(field: ToOneField, { baseFields, baseTable, table }: RegisteredResource): string {
  return baseFields.includes(field) ? (baseTable ?? table) : table;
}

function isToOne(field: FieldDescriptor): field is ToOneField {
  return field.kind === 'to-one';
}

function isLink(field: FieldDescriptor): field is FieldDescriptor & { readonly through: LinkTable } {
  return field.kind === 'to-many' && field.through.kind === 'link';
}
