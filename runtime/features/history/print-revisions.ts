import type { JsonObject } from '../../kernel/contract/json.js';
import type { ReadScope } from '../../kernel/contract/records/operations.js';
import type { NameAuthor } from '../../kernel/contract/records/writes.js';
import { formatPreciseDateTime } from '../../kernel/serializer/date-time.js';
import type { StoredRevision } from './stored-revisions.js';

/** Serializes author, time and reason of revisions, as far as the caller may know them. */
export type PrintRevisions = (
  revisions: readonly StoredRevision[],
  scope: ReadScope,
) => Promise<readonly JsonObject[]>;

/** Creates the function. Each author is looked up once, because few people change a page. */
export function createPrintRevisions(nameAuthor: () => NameAuthor | undefined): PrintRevisions {
  return async (revisions, scope) => {
    const names = new Map<string, string | null>();
    for (const { actor } of revisions)
      if (actor !== null && !names.has(actor)) names.set(actor, (await nameAuthor()?.(actor, scope)) ?? null);
    return revisions.map(({ number, madeAt, actor, requestId, reason, useCase }) => ({
      '@type': 'Revision',
      number,
      madeAt: formatPreciseDateTime(madeAt),
      author: (actor === null ? null : names.get(actor)) ?? null,
      requestId,
      reason,
      useCase,
    }));
  };
}
