import { defineFeature, type FeatureCommand, type TableDefinition, type WriteRule } from 'cms-api-components';

const ID_OF_ROUTE = { table: 'route', columns: ['id'] };
const table: TableDefinition = {
  name: 'page_hit',
  columns: [
    { name: 'route', type: 'uuid', nullable: false },
    { name: 'hits', type: 'integer', nullable: false },
  ],
  primaryKey: ['route'],
  indexes: [],
  foreignKeys: [{ name: 'page_hit_fk', columns: ['route'], references: ID_OF_ROUTE, onDelete: 'cascade' }],
};

const rule: WriteRule = {
  appliesTo: ({ name }) => name === 'Route',
  prepare({ values, violations }) {
    if (values.path === '/hits') violations.add({ propertyPath: 'path', message: 'Taken.', code: null });
  },
};

const report: FeatureCommand = {
  name: 'hits:report',
  summary: 'Print how often each page was hit.',
  async run({ database }, { print }) {
    const its = `${database.table('page_hit')} h join ${database.table('route')} r on r.id = h.route`;
    const rows = await database.all(`select r.route, h.hits from ${its} order by 2 desc, 1`);
    for (const { hits, route } of rows) print(`${String(hits)}  ${String(route)}`);
  },
};

export const hits = defineFeature({
  name: 'hits',
  tables: [table],
  writes: { rules: [rule] },
  unitOfWork: {
    afterCommit({ changes }, { log }) {
      const gone = changes.filter(({ kind }) => kind === 'deleted').length;
      if (gone > 0) log.warn({ msg: `${gone} records are gone, and their hits` });
    },
  },
  endpoints: ({ database }) => [
    {
      method: 'POST',
      pattern: '/hits/{path*}',
      documentation: { summary: 'Counts a hit of the page at a path.' },
      async handle({ parameters }) {
        const [hits, known] = [database.table('page_hit'), `${database.table('route')} where route = :path`];
        const update = `update ${hits} set hits = hits + 1 where route = (select id from ${known})`;
        const insert = `insert into ${hits} (hits, route) select 1, id from ${known}`;
        const at = { path: `/${parameters.path}` };
        const hit = await database.transaction(async (t) => (await t.run(update, at)) || t.run(insert, at));
        return { status: hit > 0 ? 204 : 404 };
      },
    },
  ],
  commands: [report],
});
