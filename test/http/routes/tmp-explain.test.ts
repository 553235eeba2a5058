import { writeFileSync } from 'node:fs';
import { test } from 'vitest';
import { startTestApp } from '../../support/test-app.js';
import { reachVerdictSql } from '../../../runtime/persistence/sql/reachability.sql.js';
import { closedComponentsSql, routedRecordsSql, blockedRoutesSql } from '../../../runtime/persistence/sql/visible-sets.sql.js';
import { routeFactsSql } from '../../../runtime/persistence/sql/route-facts.sql.js';
import { groupTreeSql } from '../../../runtime/persistence/sql/manifest-tree.sql.js';
import { reachFragments } from '../../../runtime/persistence/sql/reach-rules.js';
import { slotColumns } from '../../../runtime/content/cascade/usage.js';
test('x', async () => {
  const app = await startTestApp();
  const db = app.app.database;
  const t = (n: string) => db.table(n);
  const uuid = (kind: string, n: string) => `('${kind}0000000-0000-4000-8000-'||lpad((${n})::text,12,'0'))::uuid`;
  const N = 3000;
  await db.transaction(async (s) => {
    const g = `generate_series(1,${N}) i`;
    await s.run(`insert into ${t('layout')} (id, reference, ui_component, created_at, modified_at) values (${uuid('a', '1')}, 'l', 'x', now(), now())`);
    await s.run(`insert into ${t('route')} (id, route, name, live_at, created_at, modified_at) select ${uuid('b', 'i')}, '/p'||i, 'p'||i, case when i % 50 = 0 then null else now() - interval '1 day' end, now(), now() from ${g}`);
    await s.run(`insert into ${t('page')} (id, title, reference, ui_component, is_template, layout_id, route_id, parent_page_id, created_at, modified_at) select ${uuid('c', 'i')}, 't', 'r'||i, 'x', false, ${uuid('a', '1')}, ${uuid('b', 'i')}, case when i <= 10 then null else ${uuid('c', 'i/10')} end, now(), now() from ${g} order by i`);
    await s.run(`insert into ${t('component_group')} (id, reference, location, created_at, modified_at) select ${uuid('d', 'i')}, 'g'||i, 'x', now(), now() from generate_series(0,${N}) i`);
    await s.run(`insert into ${t('page_component_group')} (page_id, component_group_id) select ${uuid('c', 'i')}, ${uuid('d', 'i')} from ${g}`);
    await s.run(`insert into ${t('layout_component_group')} (layout_id, component_group_id) values (${uuid('a', '1')}, ${uuid('d', '0')})`);
    await s.run(`insert into ${t('abstract_component')} (id, dtype, published_at, created_at, modified_at) select ${uuid('e', 'i')}, 'HtmlContent', now() - interval '1 day', now(), now() from generate_series(0,${3 * N}) i`);
    await s.run(`insert into ${t('html_contents')} (id) select id from ${t('abstract_component')}`);
    await s.run(`insert into ${t('component_position')} (id, component_group_id, component_id, sort_value, created_at, modified_at) select ${uuid('f', 'i')}, ${uuid('d', 'i/3')}, ${uuid('e', 'i')}, i, now(), now() from generate_series(0,${3 * N}) i`);
  });
  for (const n of ['route', 'page', 'component_group', 'page_component_group', 'abstract_component', 'html_contents', 'component_position', 'layout_component_group', 'abstract_page_data']) await db.transaction(async (s) => void (await s.run(`analyze ${t(n)}`)));
  const rules = { seesNotLive: false, routable: 'refused', refusals: [['any', { text: '/user-area' }, 'any']] } as const;
  const fragments = reachFragments(rules, db, new Date());
  const slots = slotColumns(app.app.registry);
  let out = '';
  const explain = async (name: string, sql: string, p: any) => {
    const rows = await db.all(`explain (analyze, buffers off) ${sql}`, p);
    out += `\n##### ${name}\n${rows.map((r) => Object.values(r)[0]).join('\n')}\n`;
  };
  const id = (k: string, n: number) => `${k}0000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  const p = fragments.parameters;
  await explain('component deep', reachVerdictSql({ subject: 'component', rules, fragments, slots }, db), { id: id('e', 7777), ...p });
  await explain('component layout', reachVerdictSql({ subject: 'component', rules, fragments, slots }, db), { id: id('e', 0), ...p });
  await explain('page', reachVerdictSql({ subject: 'page', rules, fragments, slots }, db), { id: id('c', 2500), ...p });
  await explain('closed', closedComponentsSql({ rules, fragments, slots }, db), p);
  await explain('routed', routedRecordsSql(rules, fragments, db), p);
  await explain('blocked', blockedRoutesSql(db), { now: p.now });
  await explain('facts', routeFactsSql(db, 'paths'), { paths: ['/p2500'] });
  await explain('groups', groupTreeSql(db), { pages: [id('c', 2500)], components: [] });
  writeFileSync("/tmp/explain/out.txt", out);
  writeFileSync('/tmp/explain/out.txt', out);
  for (const path of ['/_/routes//p2501', `/_/pages/${id('c', 2501)}`, `/component/html_contents/${id('e', 7777)}`, `/component/html_contents/${id('e', 0)}`, '/component/html_contents', '/_/pages', '/_/routes', '/_/resource_manifest//p2501']) {
    for (let i = 0; i < 3; i += 1) { app.takeStatements(); const at = performance.now(); const r = await app.get(path); out += `${path} ${r.status} ${(performance.now() - at).toFixed(1)}ms ${app.takeStatements().length}\n`; }
  }
  writeFileSync('/tmp/explain/out.txt', out);
  await app.close();
}, 120000);
