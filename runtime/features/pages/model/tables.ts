import type { ColumnDefinition, TableDefinition } from '../../../kernel/contract/database/table.js';

/*
 * Derived rows, updated with the records they are derived from, so that reads need look-ups instead of searches (ADR
 * 40). They have no foreign keys: derived rows must not block writes, and `cms doctor` finds differences.
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
 * Access to a place: one row for each page or page data record at or below it (`opener_id`) and kind of access.
 * `opens_at` is the time from which a route gives access, the latest of its own date and those above it. Null means
 * never.
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
 * Each place: a page, page data, a layout, or a set of these. For each setting of `routable_security` it has the time
 * from which lists show the content. Null means never.
 */
export const reachPlaceTable: TableDefinition = {
  name: 'reach_place',
  columns: [uuid('id'), moment('unset_from'), moment('passed_from'), moment('refused_from')],
  primaryKey: ['id'],
  indexes: [],
  foreignKeys: [],
};

/** The places of components that are in several at once. Such a set is a place itself. */
export const reachPlaceSetTable: TableDefinition = {
  name: 'reach_place_set',
  columns: [uuid('set_id'), uuid('place_id')],
  primaryKey: ['set_id', 'place_id'],
  indexes: [index('reach_place_set', ['place_id'])],
  foreignKeys: [],
};

/**
 * Time from which a route is live: the latest of its own date, those above its record, and those of its redirect
 * target.
 */
export const reachRouteTable: TableDefinition = {
  name: 'reach_route',
  columns: [uuid('route_id'), moment('opens_at')],
  primaryKey: ['route_id'],
  indexes: [index('reach_route', ['opens_at'])],
  foreignKeys: [],
};

/**
 * Number of components of each type in each place, without drafts of others. Lists use it instead of counting rows
 * (ADR 41).
 */
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
