import type { TransactionSession } from '../contract/database/database.js';
import type { WriteScope } from '../contract/records/writes.js';
import type { Reference, StoredRecord } from '../contract/records/record.js';
import type { ResourceRegistry } from '../metadata/resource-registry.js';
import { changeLogOf } from './change-log.js';
import { allForIds, byType, runForIds } from './id-lists.js';
import { createIncomingLinks, type IncomingLink } from './incoming-relations.js';
import type { LinkRows } from './link-rows.js';
import type { LockRecords } from './lock-records.js';
import { referenceOf, referencesOf } from './references.js';
import { removalOrder, rowTable } from './removal-order.js';
import { isLink, isToOne, type LinkField, tableOf } from './stored-members.js';

/**
 * Deletes the rows of records of any types, their links and the links to them. The caller ensures that no
 * other record references them; the foreign keys are a safety net.
 */
export type RemoveRows = (unit: WriteScope, records: readonly StoredRecord[]) => Promise<void>;

export function createRemoveRows({
  registry,
  locks,
  links,
}: {
  readonly registry: ResourceRegistry;
  readonly locks: Pick<LockRecords, 'load'>;
  readonly links: LinkRows;
}): RemoveRows {
  const incoming = createIncomingLinks(registry);
  const order = new Map(removalOrder(registry).map((table, index) => [table, index]));
  const placeOf = (table: string): number => order.get(table) ?? 0;

  /** Removes the records from the lists of the remaining ones. */
  async function leaveLists(unit: WriteScope, records: readonly StoredRecord[]): Promise<void> {
    const gone = new Set(records.map(({ id }) => id));
    const lists = new Map<string, { readonly targets: StoredRecord[]; readonly links: Set<IncomingLink> }>();
    for (const record of records) {
      for (const link of incoming(record.type).filter(({ field }) => field.through.owner)) {
        const { table } = link.field.through;
        const list = lists.get(table) ?? { targets: [], links: new Set() };
        lists.set(table, list);
        list.targets.push(record);
        list.links.add(link);
      }
    }
    for (const { targets, links: members } of lists.values()) {
      const [first] = members;
      if (first === undefined) continue;
      const owners = await ownersOf(unit, { targets, links: [...members], field: first.field, gone });
      if (owners === undefined) continue;
      await links.forget(unit, owners, { field: first.field, gone: targets.map(({ id }) => id) });
    }
  }

  /**
   * Finds remaining records that list removed ones, from the fields that show the inverse side. Undefined if
   * there are none.
   */
  async function ownersOf({ session }: WriteScope, list: List): Promise<readonly StoredRecord[] | undefined> {
    const load = (owners: readonly Pick<Reference, 'type' | 'id'>[]): Promise<readonly StoredRecord[]> =>
      locks.load(
        session,
        owners.filter(({ id }) => !list.gone.has(id)),
      );
    const shown = list.targets.map((target) => shownOwners(target, list.field));
    if (shown.every((owners) => owners !== undefined)) return load(shown.flat());
    const { table, ownColumn, targetColumn } = list.field.through;
    const where = session.dialect.anyOf(`l.${targetColumn}`, 'ids', 'uuid');
    const sql = `select distinct l.${ownColumn} as id from ${session.table(table)} l where ${where}`;
    const found = await allForIds<{ id: string }>(session, sql, { ids: list.targets.map(({ id }) => id) });
    if (found.length === 0) return undefined;
    const types = list.links.map(({ resource }) => resource.name);
    return load(types.flatMap((type) => found.map(({ id }) => ({ type, id }))));
  }

  function shownOwners(target: StoredRecord, { through }: LinkField): readonly Reference[] | undefined {
    const shown = registry
      .require(target.type)
      .fields.find((field) => isLink(field) && !field.through.owner && field.through.table === through.table);
    return shown && referencesOf(target.values[shown.name]);
  }

  return async (unit, records) => {
    const { session } = unit;
    await separate(session, records, registry);
    await leaveLists(unit, records);
    for (const { table, column, ids } of ownLinks(records, registry))
      await eachList(session, `delete from ${session.table(table)} where`, { column, ids });
    const rows = records.flatMap(({ type, id }) => {
      const { table, baseTable } = registry.require(type);
      return [table, baseTable].flatMap((name) => (name === null ? [] : { type: name, id }));
    });
    const inOrder = [...byType(rows)].sort(([left], [right]) => placeOf(left) - placeOf(right));
    for (const [table, entries] of inOrder)
      await eachList(session, `delete from ${session.table(table)} where`, {
        column: 'id',
        ids: entries.map(({ id }) => id),
      });
    for (const record of records) changeLogOf(session).deleted(record);
  };
}

/** Records linked by the rows of one link table, and the fields that list them. */
interface List {
  readonly targets: readonly StoredRecord[];
  readonly links: readonly IncomingLink[];
  readonly field: LinkField;
  /** Ids of all removed records. */
  readonly gone: ReadonlySet<string>;
}

interface Column {
  readonly table: string;
  readonly column: string;
  readonly ids: readonly string[];
}

/** Clears references between rows of the same table, which could not be deleted in any order. */
async function separate(
  session: TransactionSession,
  records: readonly StoredRecord[],
  registry: ResourceRegistry,
): Promise<void> {
  const removed = new Set(records.map(({ id }) => id));
  const named = new Map<string, Column>();
  for (const { type, id, values } of records) {
    const resource = registry.require(type);
    for (const field of resource.fields.filter(isToOne)) {
      const table = tableOf(field, resource);
      const target = referenceOf(values[field.name]);
      if (target === null || !removed.has(target.id)) continue;
      if (rowTable(registry.require(target.type)) === table)
        add(named, { table, column: field.column, ids: [id] });
    }
  }
  for (const { table, column, ids } of named.values()) {
    const assignment = `set ${session.dialect.quote(column)} = null`;
    await eachList(session, `update ${session.table(table)} ${assignment} where`, { column: 'id', ids });
  }
}

/** Returns the link tables and columns that hold ids of the records that own the lists. */
function ownLinks(records: readonly StoredRecord[], registry: ResourceRegistry): readonly Column[] {
  const ends = new Map<string, Column>();
  for (const [type, entries] of byType(records)) {
    const lists = registry.require(type).fields.filter(isLink);
    for (const { name, through } of lists.filter((list) => list.through.owner)) {
      const ids = entries.filter(({ values }) => referencesOf(values[name]).length > 0).map(({ id }) => id);
      if (ids.length > 0) add(ends, { table: through.table, column: through.ownColumn, ids });
    }
  }
  return [...ends.values()];
}

function add(columns: Map<string, Column>, { table, column, ids }: Column): void {
  const key = `${table}.${column}`;
  const known = columns.get(key)?.ids ?? [];
  columns.set(key, { table, column, ids: [...known, ...ids] });
}

async function eachList(
  session: TransactionSession,
  start: string,
  { column, ids }: Pick<Column, 'column' | 'ids'>,
): Promise<void> {
  await runForIds(session, `${start} ${session.dialect.anyOf(column, 'ids', 'uuid')}`, { ids });
}
