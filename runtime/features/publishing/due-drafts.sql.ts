import type { SqlSession } from '../../kernel/contract/database/database.js';

/** A due draft or expiry; without an id, the time of the next one. */
export interface DueRow extends Readonly<Record<string, unknown>> {
  /** A due draft, or the expiry of a record. */
  readonly kind: 'draft' | 'end';
  readonly dtype: string | null;
  readonly id: string | null;
  /** The published row of the draft; null for an expiring record. */
  readonly published_id: string | null;
  readonly moment: unknown;
}

/**
 * Rows in: the drafts of published rows in some base tables. Rows out, as one select each for a union: those due at
 * `:now`, and for each table the time of the next one. Cost: the drafts, by the index of `published_resource_id`.
 * `:before_all` (the nil id) turns "is not null" into a range, because SQLite assumes that "is not null" matches most
 * of the table.
 */
export function dueDraftsSql(
  bases: readonly string[],
  session: Pick<SqlSession, 'table'>,
): readonly string[] {
  return bases.flatMap((base) => {
    const from = `from ${session.table(base)} due_draft\nwhere due_draft.published_resource_id > :before_all`;
    return [
      `select 'draft' as kind, due_draft.dtype as dtype, due_draft.id as id, due_draft.published_resource_id as published_id,
  due_draft.published_at as moment
${from} and due_draft.published_at <= :now`,
      `select 'draft' as kind, null as dtype, null as id, null as published_id, min(due_draft.published_at) as moment
${from} and due_draft.published_at > :now`,
    ];
  });
}
