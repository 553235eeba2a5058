import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Diagnosis, ExamineOptions } from '../../../runtime/kernel/derived/doctor.js';
import { createBuilders } from '../../support/builders.js';
import { routeLengths } from '../../support/features/route-lengths.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let app: TestApp;
let ids: readonly string[];
beforeAll(async () => {
  app = await startTestApp({ features: [routeLengths()] });
  for (const path of ['/a', '/bb', '/ccc']) {
    const page = await createBuilders(app).aPage();
    await app.create('/_/routes', { path, name: path, page: page['@id'] });
  }
  const { database } = app.app;
  const rows = await database.all<{ id: string }>(
    `select id from ${database.table('route')} order by length(route)`,
  );
  ids = rows.map(({ id }) => id);
});
afterAll(() => app.close());

const run = (sql: string): Promise<number> =>
  app.app.database.transaction((session) =>
    session.run(sql.replaceAll(/\{(\w+)\}/g, (_, name: string) => session.table(name))),
  );

async function examine(options: Partial<ExamineOptions> = {}): Promise<Diagnosis | undefined> {
  for await (const diagnosis of app.app.doctor.examine({ limit: 20, repair: false, ...options }))
    if (diagnosis.name === 'route-lengths') return diagnosis;
  return undefined;
}

const WELL = { name: 'route-lengths', status: 'ok', differences: [], hasMore: false, advice: null };

describe('derived rows', () => {
  test('that commands maintain are correct', async () => {
    expect(await examine()).toEqual(WELL);
  });

  test('that are wrong, missing or surplus are reported and unchanged without a repair', async () => {
    await run(`update {route_length} set characters = 9 where route_id = '${ids[0]}'`);
    await run(`delete from {route_length} where route_id = '${ids[1]}'`);
    const stray = 'ffffffff-0000-7000-8000-000000000000';
    await run(`insert into {route_length} (route_id, characters) values ('${stray}', 4)`);
    const differences = [
      `route ${ids[0]}: 9 is stored, 2 is right`,
      `route ${ids[1]}: null is stored, 3 is right`,
      `route ${stray}: 4 is stored, null is right`,
    ].sort();
    const advice = 'Run `cms doctor --repair` to rebuild these rows.';
    const differing = { name: 'route-lengths', status: 'differs', differences, hasMore: false, advice };
    expect(await examine()).toEqual(differing);
    expect(await examine({ limit: 2 })).toEqual({
      ...differing,
      differences: differences.slice(0, 2),
      hasMore: true,
    });
    expect(await examine({ repair: true })).toEqual({ ...differing, status: 'repaired', advice: null });
    expect(await examine()).toEqual(WELL);
  });

  test('without a record of their creation wait for the next start, although all rows are correct', async () => {
    await run(`delete from {derived_state} where name = 'route-lengths'`);
    const differences = ['the rows have not been built since the last migration'];
    expect(await examine()).toMatchObject({
      status: 'pending',
      differences,
      advice: 'The next start of the service builds these rows. Run `cms doctor --repair` to build them now.',
    });
    expect(await examine({ repair: true })).toMatchObject({ status: 'repaired', differences });
    expect(await examine()).toEqual(WELL);
  });

  test('of a newer release are rebuilt by a repair', async () => {
    await run(`update {derived_state} set version = 3 where name = 'route-lengths'`);
    const differences = ['the rows were built by version 3 of the rules, but this release has version 1'];
    expect(await examine()).toMatchObject({ status: 'differs', differences });
    expect(await examine({ repair: true })).toMatchObject({ status: 'repaired' });
    expect(await examine()).toEqual(WELL);
  });
});

describe('while the service writes', () => {
  test('there is no drift', async () => {
    let isOver = false;
    let route = '/_/routes//ccc';
    const writes = (async () => {
      for (let turn = 1; !isOver; turn += 1) {
        const path = `/c${'c'.repeat(turn)}-renamed`;
        const { status, body } = await app.patch(route, { path }, { as: 'admin' });
        expect(status).toBe(200);
        route = String(body['@id']);
      }
    })();
    for (let look = 0; look < 10; look += 1) expect(await examine({ repair: true })).toEqual(WELL);
    isOver = true;
    await writes;
    expect(await examine()).toEqual(WELL);
  });
});
