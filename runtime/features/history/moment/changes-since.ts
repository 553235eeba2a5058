import type { SqlRow, SqlSession } from '../../../kernel/contract/database/database.js';
import { allForIds } from '../../../kernel/records/id-lists.js';
import { CHANGE, changeOf, type StoredChange } from '../stored-revisions.js';
import { revisionChangeTable, revisionTable } from '../tables.js';

/** The first change of a record after some revision. */
export interface FirstChange extends StoredChange {
  readonly revision: number;
}

/** Changes after a revision. The first change of each record contains its state as of that revision. */
export interface ChangesSince {
  /** Returns the first changes of the given subjects. */
  ofSubjects(subjects: readonly string[]): Promise<readonly FirstChange[]>;
  /** Returns the first changes of existing records of a type. */
  ofType(type: string): Promise<readonly FirstChange[]>;
  /** Returns the subjects whose first changes may be pruned, given a retention of `perRecord` changes. */
  pruned(subjects: readonly string[], perRecord: number): Promise<readonly string[]>;
}

/**
 * Returns the number of the last revision until a moment; undefined if the history starts later. Numbers follow the
 * order of each record's changes, so a number below all later revisions identifies one state of the site.
 */
export async function lastRevisionUntil(session: SqlSession, moment: Date): Promise<number | undefined> {
  const revisions = session.table(revisionTable.name);
  const at = { at: session.dialect.encode('datetime', moment) };
  const first = await session.first<{ number: unknown }>(
    `select r.number as number from ${revisions} r where r.made_at <= :at order by r.made_at limit 1`,
    at,
  );
  if (first === undefined) return undefined;
  const [later, last] = [
    await session.first<{ number: unknown }>(
      `select min(r.number) as number from ${revisions} r where r.made_at > :at`,
      at,
    ),
    await session.first<{ number: unknown }>(`select max(r.number) as number from ${revisions} r`, {}),
  ];
  return later?.number == null ? Number(last?.number) : Number(later.number) - 1;
}

/** Creates the reader. Each method sends one statement per thousand ids. */
export function createChangesSince(session: SqlSession, number: number): ChangesSince {
  const { dialect } = session;
  const changes = session.table(revisionChangeTable.name);
  const isFirst = `not exists (select 1 from ${changes} p where p.subject = c.subject and p.record = c.record and p.revision > :number and p.revision < c.revision)`;
  const firstWhere = (condition: string): string =>
    `select c.revision as revision, ${CHANGE}
from ${changes} c
where ${condition} and c.revision > :number and ${isFirst}`;
  const bySubject = firstWhere(dialect.anyOf('c.subject', 'ids', 'uuid'));
  const byType = firstWhere('c.record_type = :type and c.state_before is not null');
  const firstOf = (row: SqlRow): FirstChange => ({ ...changeOf(row), revision: Number(row.revision) });

  return {
    ofSubjects: async (ids) => (await allForIds(session, bySubject, { ids, number })).map(firstOf),
    ofType: async (type) => (await session.all(byType, { type, number })).map(firstOf),
    async pruned(ids, perRecord) {
      if (perRecord === 0) return [];
      const rows = await allForIds<{ subject: string }>(
        session,
        `select c.subject as subject from ${changes} c where ${dialect.anyOf('c.subject', 'ids', 'uuid')}
group by c.subject having count(distinct c.revision) >= ${perRecord} and min(c.revision) > :number`,
        { ids, number },
      );
      return rows.map(({ subject }) => subject);
    },
  };
}
