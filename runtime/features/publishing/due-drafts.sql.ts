import type { SqlSession } from '../../kernel/contract/database.js';

/** A draft that is due, or the next moment at which one will be: a row without a draft. */
export interface DueDraftRow extends Readonly<Record<string, unknown>> {
  readonly dtype: string | null;
  readonly id: string | null;
  readonly published_id: string | null;
  readonly published_at: unknown;
}

/**
 * Rows in: the drafts of published rows in some base tables. Rows out: those that are due at `:now`, and for each table the
 * next moment at which one will be. Cost: the drafts, by the index of `published_resource_id`; `:before_all` (the nil id) makes
 * a range of "is not null", which SQLite takes for most of the table.
 */
export function dueDraftsSql(bases: readonly string[], session: Pick<SqlSession, 'table'>): string {
  return bases
    .flatMap((base) => {
      const from = `from ${session.table(base)} due_draft\nwhere due_draft.published_resource_id > :before_all`;
      return [
        `select due_draft.dtype as dtype, due_draft.id as id, due_draft.published_resource_id as published_id,
  due_draft.published_at as published_at
${from} and due_draft.published_at <= :now`,
        `select null as dtype, null as id, null as published_id, min(due_draft.published_at) as published_at
${from} and due_draft.published_at > :now`,
      ];
    })
    .join('\nunion all\n');
}
