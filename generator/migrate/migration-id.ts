import type { MigrationStatement } from '../../runtime/kernel/contract/migration.js';
import { migrationSlug } from './migration-slug.js';

const SECOND = 1000;
const STAMP_LENGTH = '20261122T101500'.length;

export interface NamedMigration {
  readonly now: Date;
  /** Ids of all migrations that there are. */
  readonly known: readonly string[];
  readonly parents: readonly string[];
  readonly up: readonly MigrationStatement[];
}

/**
 * An id that says when a migration was written and what about: `20261122T101500_add_weight`. Ids sort by time, and a
 * migration always after those that it builds on, even when their clocks went ahead of this one.
 */
export function migrationId({ now, known, parents, up }: NamedMigration): string {
  const taken = new Set(known.map((id) => id.slice(0, STAMP_LENGTH)));
  let moment = now;
  while (taken.has(stampOf(moment)) || parents.some((parent) => parent > `${stampOf(moment)}_`))
    moment = new Date(Math.max(moment.getTime() + SECOND, latestOf(parents)));
  return `${stampOf(moment)}_${about(parents, up)}`;
}

/** The id of a migration that stands for all up to `end`: it takes the place of that one among those that build on it. */
export function squashId(end: string, now: Date): string {
  const stamp = /^\d{8}T\d{6}(?=_)/.exec(end)?.[0] ?? stampOf(now);
  return `${stamp}_squashed`;
}

/** `2026-11-22T10:15:00.000Z` without what a file name can do without. */
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
