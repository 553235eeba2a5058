import { revisionChangeTable, revisionTable } from '../../../runtime/features/history/tables.js';
import type { SqlRow } from '../../../runtime/kernel/contract/database/database.js';
import type { TestApp } from '../../support/test-app.js';

/** Returns the stored revisions in order, with the entries of the audit log among them. */
export async function storedRevisions({ app: { database } }: TestApp): Promise<{
  readonly revisions: readonly SqlRow[];
  readonly changes: readonly SqlRow[];
  readonly entries: readonly SqlRow[];
}> {
  const [rows, changes] = await Promise.all([
    database.all(
      `select r.number as number, r.made_at as made_at, r.actor as actor, r.request_id as request_id, r.reason as reason, r.use_case as use_case, r.changes as changes, r.kind as kind from ${database.table(revisionTable.name)} r order by r.number`,
    ),
    database.all(
      `select c.revision as revision, c.record as record, c.subject as subject, c.record_type as record_type, c.state_before as state_before, c.state_after as state_after from ${database.table(revisionChangeTable.name)} c order by c.revision, c.record`,
    ),
  ]);
  const isUnit = ({ kind }: SqlRow): boolean => kind === null;
  return { revisions: rows.filter(isUnit), changes, entries: rows.filter((row) => !isUnit(row)) };
}

/** Returns the id at the end of an IRI. */
export const idOf = (iri: string): string => iri.slice(iri.lastIndexOf('/') + 1);
