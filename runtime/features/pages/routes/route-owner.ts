import type { SqlSession } from '../../../kernel/contract/database/database.js';
import type { PendingWrite, WriteRule } from '../../../kernel/contract/records/writes.js';
import { ROUTE_RULE } from '../../../model/routable-fields.js';
import { takenViolation } from '../../../kernel/metadata/unique-rules.js';
import { referenceOf } from '../../../kernel/records/references.js';

/**
 * Ensures that a route belongs to one record, page or page data. Each table has a unique key. Between the two tables,
 * a write that assigns a route locks its row first, like every write of the route itself (ADR 19).
 */
export const routeOwnerRule: WriteRule = {
  appliesTo: ({ name, kind }) => name === 'Page' || kind === 'page_data',
  many: 'each',
  async prepare(write, { session }) {
    const route = newRoute(write);
    if (route === undefined) return;
    if (session.dialect.forUpdate !== '') await holdRoute(route, session);
    // The unique key of the own table is checked with the other unique rules.
    const other = write.resource.kind === 'page_data' ? 'page' : 'abstract_page_data';
    if (await isOwnedIn(other, route, session)) write.violations.add(takenViolation(ROUTE_RULE));
  },
};

function newRoute({ before, values }: PendingWrite): string | undefined {
  const route = referenceOf(values.route)?.id;
  return route === referenceOf(before?.values.route)?.id ? undefined : route;
}

async function holdRoute(id: string, session: SqlSession): Promise<void> {
  const { dialect } = session;
  await session.all(
    `select t.id as id\nfrom ${session.table('route')} t\nwhere t.id = :id${dialect.forUpdate}`,
    { id },
  );
}

async function isOwnedIn(table: string, id: string, session: SqlSession): Promise<boolean> {
  const sql = `select t.id as id\nfrom ${session.table(table)} t\nwhere t.route_id = :id`;
  return (await session.first(sql, { id })) !== undefined;
}
