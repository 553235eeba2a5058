import type { SqlRow, SqlSession } from '../../../kernel/contract/database/database.js';
import { allForIds } from '../../../kernel/records/id-lists.js';
import { CHANGE, changeOf, type StoredChange } from '../stored-revisions.js';
import { revisionChangeTable, revisionTable } from '../tables.js';

/** The first change of a record behind some revision. */
export interface FirstChange extends StoredChange {
  readonly revision: number;
}

/** What was changed behind a revision: the first change of each record tells how that revision left it. */
export interface ChangesSince {
  /** First changes at the addresses of some records. */
  ofSubjects(subjects: readonly string[]): Promise<readonly FirstChange[]>;
  /** First changes of the records of one type that were there. */
  ofType(type: string): Promise<readonly FirstChange[]>;
  /** The subjects among some whose first changes may be pruned, where no more than `perRecord` of each are kept. */
  pruned(subjects: readonly string[], perRecord: number): Promise<readonly string[]>;
}

/**
 * The number of the last revision that was made until a moment; undefined where the history begins later. Numbers follow the
 * order of the changes of each record, so that what has a number up to that of all that was made later is one state of the site.
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

/** Each answer takes one statement for a thousand ids. */
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
