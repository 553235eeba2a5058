import type { DuePair } from '../../publishing/public-api.js';
import type { SqlSession } from '../../../kernel/contract/database/database.js';
import type { RouteFactRow } from '../sql/route-facts.sql.js';
import { referenceTo } from '../../../kernel/records/references.js';

/** A scheduled draft of a page data record. It replaces the record at its publication date (contract decision 32). */
export interface PageDataDraft extends DuePair {
  readonly publishedAt: Date;
}

/** Reads the drafts from rows of `pageDataDraftsSql`. */
export function readPageDataDrafts(
  rows: readonly RouteFactRow[],
  { dialect }: Pick<SqlSession, 'dialect'>,
): readonly PageDataDraft[] {
  return rows.flatMap(({ row_kind: kind, origin, id, dtype: type, published_at: raw }) => {
    const publishedAt = kind === 'draft' ? dialect.decode('datetime', raw) : null;
    if (!(publishedAt instanceof Date) || type === null) return [];
    const published = referenceTo({ type, id: origin });
    return [{ draft: referenceTo({ type, id }), published, publishedAt }];
  });
}

/** Returns the drafts whose publication date has come. */
export function dueDrafts(drafts: readonly PageDataDraft[], now: Date): readonly PageDataDraft[] {
  return drafts.filter(({ publishedAt }) => publishedAt <= now);
}
