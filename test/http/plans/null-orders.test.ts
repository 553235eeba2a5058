import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { titleDescriptor } from '../../../generated/descriptors/title.js';
import type { ResourceDescriptor } from '../../../runtime/kernel/contract/schema/resource.js';
import { speaksMysql } from '../../support/database.js';
import type { TestApp } from '../../support/test-app.js';
import { startTestApp } from '../../support/test-app.js';
import { testTypes } from '../../support/test-types.js';
import { relation, text, withoutAttributes, withoutDrafts } from '../publishing/types.js';
import { analyze, insertAll } from './big-site.js';
import type { Explainer } from './explain.js';
import { createExplainer } from './explain.js';

/** `PLAN_ROWS` tests a larger table. */
const ROWS = Number(process.env.PLAN_ROWS ?? 20_000);
const ORDERED = ['name', 'amount', 'code', 'badge', 'serial', 'next'] as const;

const ledger: ResourceDescriptor = {
  ...withoutDrafts(withoutAttributes(titleDescriptor)),
  name: 'Ledger',
  classIdentifier: 'Ledger',
  path: '/component/ledgers',
  table: 'ledgers',
  fields: [
    text('name'),
    { ...text('amount'), type: 'integer', accepts: ['int'] },
    text('code', { nullable: false }),
    text('badge', { unique: true }),
    text('serial', { nullable: false, unique: true }),
    relation('next', 'Ledger'),
  ],
  order: [],
  orderFields: [...ORDERED],
  searchFields: [],
  filters: [],
  unique: [],
  security: {},
  validate() {},
};

describe.skipIf(speaksMysql())('a page sorted by a member', () => {
  let app: TestApp;
  let explainer: Explainer;
  beforeAll(async () => {
    app = await startTestApp({ manifest: { ...testTypes, resources: [ledger] } });
    const ids = Array.from({ length: ROWS }, () => randomUUID());
    const moment = new Date('2026-01-01T00:00:00Z');
    // Every third row has nulls, and every tenth of the others the same values.
    const some = <Value>(number: number, value: Value): Value | null => (number % 3 === 0 ? null : value);
    await app.app.database.transaction(async (session) => {
      await insertAll(
        session,
        'abstract_component',
        ids.map((id) => ({ id, dtype: 'Ledger', created_at: moment, modified_at: moment })),
      );
      await insertAll(
        session,
        'ledgers',
        ids.map((id, number) => ({
          id,
          name: some(number, `Name ${number % 2000}`),
          amount: some(number, number % 500),
          code: `code-${number % 2000}`,
          badge: some(number, `badge-${number}`),
          serial: `serial-${number}`,
          next_id: some(number, ids[0]),
        })),
      );
    });
    for (const { rebuild } of app.app.derived) await app.app.database.transaction(rebuild);
    await analyze(app);
    await app.get('/component/ledgers', { as: 'admin' });
    explainer = await createExplainer(app);
  });
  afterAll(async () => {
    await explainer.close();
    await app.close();
  });

  const requested = ORDERED.flatMap((name) =>
    (['asc', 'desc'] as const).flatMap((direction) =>
      [1, 40].map((page) => [name, direction, page] as const),
    ),
  );
  test.each(requested)(
    'uses the index for the order by %s, %s, to page %i',
    async (name, direction, page) => {
      const url = `/component/ledgers?order[${name}]=${direction}&perPage=20&page=${page}`;
      await app.get(url, { as: 'admin' });
      app.takeStatements();
      expect((await app.get(url, { as: 'admin' })).body.member).toHaveLength(20);
      const scans: string[] = [];
      for (const sql of app.takeStatements())
        for (const scan of await explainer.findScans(sql))
          // The other tables are empty.
          if (/ledgers|all rows/.test(scan)) scans.push(`${scan}\n${sql}`);
      expect(scans, scans.join('\n\n')).toEqual([]);
    },
  );
});
