import type { ColumnDefinition, TableDefinition } from '../contract/database/table.js';
import type { JsonObject } from '../contract/json.js';
import type { StoredMember, SystemMembers } from './system-members.js';

/** Documentation of an operation. */
export interface OperationText {
  readonly summary: string;
  readonly description?: string;
  /** Example of a body. */
  readonly example?: JsonObject;
  /** Description of the successful response. */
  readonly success: string;
}

export const SYSTEM_OPERATIONS = ['list', 'create', 'read', 'change', 'remove'] as const;
export type SystemOperation = (typeof SYSTEM_OPERATIONS)[number];

/** Declaration of a system resource. */
export interface SystemDefinition<Members extends SystemMembers> {
  /** `@type` of its documents. */
  readonly name: string;
  readonly description: string;
  /** Collection path after the API prefix. */
  readonly path: string;
  /** Name of the path parameter of an item; default `id`. */
  readonly key?: string;
  /** Documents without `@id` and with `id` for signed-in readers only. */
  readonly hasNoIri?: true;
  readonly table: string;
  /** Members in the order of documents. */
  readonly members: Members;
  /** Members that a body of a new record must contain. */
  readonly required?: readonly string[];
  /** The operations that exist, with their documentation. */
  readonly operations: Readonly<Partial<Record<SystemOperation, OperationText>>>;
}

/** A declared system resource. */
export interface SystemResource<Members extends SystemMembers> extends Omit<
  SystemDefinition<Members>,
  'table'
> {
  readonly table: TableDefinition;
  /** Column names by member, without the id. */
  readonly columns: ReadonlyMap<string, ColumnDefinition>;
}

/**
 * Declares a resource that administrators manage: tokens, links, subscriptions. It is part of no page, and therefore not
 * of the registry (ADR 153). Its table, store, bodies, documents, lists and documentation follow from the declaration.
 */
export function defineSystemResource<const Members extends SystemMembers>(
  definition: SystemDefinition<Members>,
): SystemResource<Members> {
  const members = storedMembers(definition.members);
  const columns = new Map(
    members.map(([name, { column }]): [string, ColumnDefinition] => [
      name,
      { name: snakeCase(name), ...column },
    ]),
  );
  return { ...definition, columns, table: tableOf(definition.table, members, columns) };
}

/** Returns the members with a column, by name. */
export function storedMembers(members: SystemMembers): readonly (readonly [string, StoredMember<unknown>])[] {
  return Object.entries(members).flatMap(([name, member]) =>
    member.kind === 'stored' ? [[name, member] as const] : [],
  );
}

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function tableOf(
  name: string,
  members: ReturnType<typeof storedMembers>,
  columns: ReadonlyMap<string, ColumnDefinition>,
): TableDefinition {
  const named = members.flatMap(([member, { index, foreignKey }]) => {
    const column = columns.get(member)?.name;
    return column === undefined ? [] : [{ column, index, foreignKey }];
  });
  return {
    name,
    columns: [{ name: 'id', type: 'uuid', nullable: false }, ...columns.values()],
    primaryKey: ['id'],
    indexes: named.flatMap(({ column, index }) =>
      index === undefined
        ? []
        : [
            {
              name: `${name}_${column}`,
              columns: [column, ...(typeof index === 'string' ? [] : index)],
              unique: index === 'unique',
            },
          ],
    ),
    foreignKeys: named.flatMap(({ column, foreignKey }) =>
      foreignKey === undefined
        ? []
        : [
            {
              name: `${name}_${column}_fk`,
              columns: [column],
              references: { table: foreignKey.table, columns: ['id'] },
              onDelete: foreignKey.onDelete,
            },
          ],
    ),
  };
}
