import type { ColumnDefinition, TableDefinition } from '../../../kernel/contract/database/table.js';

/*
 * Rows that follow from others and are kept with them, so that a read looks up what it would have to search for (ADR 40).
 * None has a foreign key: what is derived holds nothing up, and `cms doctor` finds what differs.
 */

const uuid = (name: string, nullable = false): ColumnDefinition => ({ name, type: 'uuid', nullable });
const moment = (name: string): ColumnDefinition => ({ name, type: 'datetime', nullable: true });
const word = (name: string, length: number): ColumnDefinition => ({
  name,
  type: 'string',
  nullable: false,
  length,
  binary: true,
});
const index = (table: string, columns: readonly string[]): TableDefinition['indexes'][number] => ({
  name: `${table}_${columns.join('_')}`,
  columns,
  unique: false,
});

/**
 * The ways in which a place is opened: one row for each page or page data record at or below it (`opener_id`) and way of
 * opening. `opens_at` is the moment from which a route does, its own date and those above it together; never when it is null.
 */
export const reachOpeningTable: TableDefinition = {
  name: 'reach_opening',
  columns: [uuid('place_id'), uuid('opener_id'), word('way', 10), uuid('route_id', true), moment('opens_at')],
  primaryKey: ['place_id', 'way', 'opener_id'],
  indexes: [
    index('reach_opening', ['opener_id']),
    index('reach_opening', ['route_id']),
    index('reach_opening', ['place_id', 'way', 'opens_at']),
  ],
  foreignKeys: [],
};

/**
 * Each place (a page, page data, a layout, or several of them together) with the moment from which lists show what stands
 * there, for each setting of `routable_security`; never when it is null.
 */
export const reachPlaceTable: TableDefinition = {
  name: 'reach_place',
  columns: [uuid('id'), moment('unset_from'), moment('passed_from'), moment('refused_from')],
  primaryKey: ['id'],
  indexes: [],
  foreignKeys: [],
};

/** Several places that components stand in at once; such a set is a place itself. */
export const reachPlaceSetTable: TableDefinition = {
  name: 'reach_place_set',
  columns: [uuid('set_id'), uuid('place_id')],
  primaryKey: ['set_id', 'place_id'],
  indexes: [index('reach_place_set', ['place_id'])],
  foreignKeys: [],
};

/** The moment from which a route is live: its own date, those above its record, and those of what it redirects to. */
export const reachRouteTable: TableDefinition = {
  name: 'reach_route',
  columns: [uuid('route_id'), moment('opens_at')],
  primaryKey: ['route_id'],
  indexes: [index('reach_route', ['opens_at'])],
  foreignKeys: [],
};

/** How many components of each type, drafts of others aside, stand in each place: what a list counts in place of its rows (ADR 41). */
export const placeCountTable: TableDefinition = {
  name: 'place_count',
  columns: [word('dtype', 100), uuid('place_id'), { name: 'total', type: 'integer', nullable: false }],
  primaryKey: ['dtype', 'place_id'],
  indexes: [index('place_count', ['place_id'])],
  foreignKeys: [],
};

export const reachTables: readonly TableDefinition[] = [
  placeCountTable,
  reachOpeningTable,
  reachPlaceSetTable,
  reachPlaceTable,
  reachRouteTable,
];
