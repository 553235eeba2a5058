import { type CreateFeature, provide } from 'cms-api-components';
import { HIT_COUNT, type HitCount } from './public-api.js';
import { hitErrors } from './errors.js';
import { hitRule } from './hit-rule.js';

export const apis = [HIT_COUNT];

export const create: CreateFeature = ({ database }) => {
  const [hits, routes] = [database.table('page_hit'), database.table('route')];
  const all = `select r.route, h.hits from ${hits} h join ${routes} r on r.id = h.route`;
  const count: HitCount = async (path) =>
    Number((await database.all(`${all} where r.route = :path`, { path }))[0]?.hits ?? 0);

  return {
    writes: { rules: [hitRule] },
    provides: [provide(HIT_COUNT, count)],
    endpoints: () => [
      {
        method: 'POST',
        pattern: '/hits/{path*}',
        documentation: { summary: 'Counts a hit of the page at a path.' },
        async handle({ parameters }) {
          const at = { path: `/${parameters.path}` };
          const known = `${routes} where route = :path`;
          const update = `update ${hits} set hits = hits + 1 where route = (select id from ${known})`;
          const insert = `insert into ${hits} (hits, route) select 1, id from ${known}`;
          const hit = await database.transaction(async (t) => (await t.run(update, at)) || t.run(insert, at));
          if (hit === 0) throw hitErrors.noPage(at.path);
          return { status: 204 };
        },
      },
    ],
    commands: [
      {
        name: 'hits:report',
        async run(_service, { print }) {
          for (const row of await database.all(`${all} order by 2 desc, 1`))
            print(`${String(row.hits)}  ${String(row.route)}`);
        },
      },
    ],
  };
};
