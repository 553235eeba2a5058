import { defineFeature, type DerivedData, type SqlSession, type TableDefinition } from 'cms-api-components';

const table: TableDefinition = {
  name: 'route_length',
  columns: [
    { name: 'route_id', type: 'uuid', nullable: false },
    { name: 'characters', type: 'integer', nullable: false },
  ],
  primaryKey: ['route_id'],
  indexes: [],
  foreignKeys: [],
};

const names = (session: SqlSession) => ({ own: session.table(table.name), route: session.table('route') });

/** Stores the length of each route path, as a minimal example of derived data. */
export const derivedLengths = (version = 1): DerivedData => ({
  name: 'route-lengths',
  version,
  async compare(session, limit) {
    const { own, route } = names(session);
    const rows = await session.all<{ id: string; kept: number | null; wanted: number | null }>(
      `select r.id as id, l.characters as kept, length(r.route) as wanted
from ${route} r left join ${own} l on l.route_id = r.id
where l.route_id is null or l.characters <> length(r.route)
union all
select l.route_id as id, l.characters as kept, null as wanted
from ${own} l where not exists (select 1 from ${route} r where r.id = l.route_id)
order by 1`,
    );
    return rows
      .slice(0, limit)
      .map(({ id, kept, wanted }) => `route ${id}: ${String(kept)} is stored, ${String(wanted)} is right`);
  },
  async rebuild(session) {
    const { own, route } = names(session);
    const right = `select 1 from ${route} r where r.id = ${own}.route_id and length(r.route) = ${own}.characters`;
    await session.run(`delete from ${own} where not exists (${right})`);
    const known = `select 1 from ${own} l where l.route_id = r.id`;
    const all = `select r.id, length(r.route) from ${route} r where not exists (${known})`;
    await session.run(`insert into ${own} (route_id, characters) ${all}`);
  },
});

export const routeLengths = (version = 1) =>
  defineFeature({
    name: 'route-lengths',
    tables: [table],
    derived: [derivedLengths(version)],
    unitOfWork: {
      async beforeCommit({ changes }, session) {
        const { own, route } = names(session);
        const one = `select r.id, length(r.route) from ${route} r where r.id = :id`;
        const ids = changes.flatMap((change) => {
          const record = change.kind === 'deleted' ? change.before : change.after;
          return record.type === 'Route' ? [record.id] : [];
        });
        for (const id of new Set(ids)) {
          await session.run(`delete from ${own} where route_id = :id`, { id });
          await session.run(`insert into ${own} (route_id, characters) ${one}`, { id });
        }
      },
    },
  });
