import { revisionChangeTable, revisionTable } from '../../../runtime/features/history/tables.js';
import type { SqlRow } from '../../../runtime/kernel/contract/database.js';
import type { TestApp } from '../../support/test-app.js';

/** What is stored of revisions, in their order. */
export async function storedRevisions({ app: { database } }: TestApp): Promise<{
  readonly revisions: readonly SqlRow[];
  readonly changes: readonly SqlRow[];
}> {
  const [revisions, changes] = await Promise.all([
    database.all(
      `select r.number as number, r.made_at as made_at, r.actor as actor, r.request_id as request_id, r.reason as reason, r.use_case as use_case, r.changes as changes from ${database.table(revisionTable.name)} r order by r.number`,
    ),
    database.all(
      `select c.revision as revision, c.record as record, c.subject as subject, c.record_type as record_type, c.state_before as state_before, c.state_after as state_after from ${database.table(revisionChangeTable.name)} c order by c.revision, c.record`,
    ),
  ]);
  return { revisions, changes };
}

/** The id at the end of an IRI. */
export const idOf = (iri: string): string => iri.slice(iri.lastIndexOf('/') + 1);
