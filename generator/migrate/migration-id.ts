import type { MigrationStatement } from 'cms-api-components/internal/kernel/contract/database/migration.js';

const SECOND = 1000;
const STAMP_LENGTH = '20261122T101500'.length;

export interface NamedMigration {
  readonly now: Date;
  /** Ids of all existing migrations. */
  readonly known: readonly string[];
  readonly parents: readonly string[];
  readonly up: readonly MigrationStatement[];
}

/**
 * Returns an id with time and subject: `20261122T101500_add_weight`. Ids sort by time. A migration sorts after its
 * parents, even if their clocks were ahead.
 */
export function migrationId({ now, known, parents, up }: NamedMigration): string {
  const taken = new Set(known.map((id) => id.slice(0, STAMP_LENGTH)));
  let moment = now;
  while (taken.has(stampOf(moment)) || parents.some((parent) => parent > `${stampOf(moment)}_`))
    moment = new Date(Math.max(moment.getTime() + SECOND, latestOf(parents)));
  return `${stampOf(moment)}_${about(parents, up)}`;
}

/** Returns the id of a squashed migration that replaces `end` as a parent. */
export function squashId(end: string, now: Date): string {
  const stamp = /^\d{8}T\d{6}(?=_)/.exec(end)?.[0] ?? stampOf(now);
  return `${stamp}_squashed`;
}

/** Formats `2026-11-22T10:15:00.000Z` for a file name. */
function stampOf(moment: Date): string {
  return moment.toISOString().slice(0, '2026-11-22T10:15:00'.length).replaceAll(/[-:]/g, '');
}

function latestOf(ids: readonly string[]): number {
  const moments = ids.flatMap((id) => {
    const [, year, month, day, hour, minute, second] =
      /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)_/.exec(id) ?? [];
    return year === undefined ? [] : Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  });
  return Math.max(0, ...moments);
}

function about(parents: readonly string[], up: readonly MigrationStatement[]): string {
  if (parents.length === 0) return 'initial';
  return parents.length > 1 && up.length === 0 ? 'join' : migrationSlug(up);
}

const MAX_SLUG = 48;

type Kind = MigrationStatement['kind'];
type Descriptions = {
  readonly [Each in Kind]?: (statement: Extract<MigrationStatement, { kind: Each }>) => string;
};

/** Descriptions by statement kind, the most significant kind first. */
const DESCRIPTIONS: Descriptions = {
  createTable: ({ table }) => `create_${table.name}`,
  renameTable: ({ from, to }) => `rename_${from}_to_${to}`,
  dropTable: ({ table }) => `drop_${table.name}`,
  addColumn: ({ table, column }) => `add_${table}_${column.name}`,
  renameColumn: ({ table, from }) => `rename_${table}_${from}`,
  dropColumn: ({ table, column }) => `drop_${table}_${column.name}`,
  alterColumn: ({ table, to }) => `alter_${table}_${to.name}`,
  addIndex: ({ table }) => `index_${table}`,
  replaceValue: ({ from, to }) => `rename_${from}_to_${to}`.toLowerCase(),
  setPublishing: ({ table }) => `publishing_${table}`,
  limitValues: ({ table, column }) => `values_${table}_${column}`,
};

/** Returns a file name that describes the migration. */
function migrationSlug(statements: readonly MigrationStatement[]): string {
  const kinds = Object.keys(DESCRIPTIONS);
  const [found] = kinds.flatMap((kind) => statements.find((statement) => statement.kind === kind) ?? []);
  return (found === undefined ? 'change' : describe(found)).slice(0, MAX_SLUG).replace(/_+$/, '');
}

function describe(statement: MigrationStatement): string {
  // The key is the kind of the statement, so the function accepts it.
  const write = DESCRIPTIONS[statement.kind] as ((one: MigrationStatement) => string) | undefined;
  return write?.(statement) ?? 'change';
}
