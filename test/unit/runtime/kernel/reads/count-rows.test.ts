import { expect, test } from 'vitest';
import type { SqlParameters, SqlSession } from '../../../../../runtime/kernel/contract/database/database.js';
import type { ReadScope, SqlCondition } from '../../../../../runtime/kernel/contract/records/operations.js';
import { createResourceRegistry } from '../../../../../runtime/kernel/metadata/resource-registry.js';
import { countRows } from '../../../../../runtime/kernel/reads/count-rows.js';
import { windowOf } from '../../../../../runtime/kernel/records/list-sql.js';
import { createRecordSelect } from '../../../../../runtime/kernel/records/record-select.js';
import { createRecordStatements } from '../../../../../runtime/kernel/records/record-statements.js';
import { SQLITE_DIALECT } from '../../../../../runtime/adapters/persistence/dialect/sqlite.js';
import { BASE_TYPES } from '../../../../../runtime/model/base-tables.js';
import { builtInResources } from '../../../../../runtime/project/project-types.js';

interface Sent {
  readonly sql: string;
  readonly parameters: SqlParameters;
}

const dialect = SQLITE_DIALECT;
const table = (name: string): string => `"${name}"`;

function recordingSession(): { readonly session: SqlSession; readonly sent: Sent[] } {
  const sent: Sent[] = [];
  const session: SqlSession = {
    dialect,
    table,
    async all(sql, parameters = {}) {
      sent.push({ sql, parameters });
      return [];
    },
    first: () => Promise.resolve(undefined),
  };
  return { session, sent };
}

const registry = createResourceRegistry(builtInResources(), BASE_TYPES);
const statements = createRecordStatements(
  createRecordSelect(registry.require('Page'), registry, { dialect, table }),
  { dialect, table },
);
const lookedUp: SqlCondition = {
  sql: 't.id in (select x.id from "route" x where x.id = t.route_id and x.live_at <= :now)',
  counted: 't.route_id in (select x.id from "route" x where x.live_at <= :now)',
  parameters: { now: '2026-01-01', other: 'only in the row by row text' },
};

test('a count uses the count form of a condition', async () => {
  const { session, sent } = recordingSession();
  // Counting needs only the session of a scope.
  await countRows({ statements, conditions: [lookedUp] }, { session } as ReadScope);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.sql).toContain(lookedUp.counted);
  expect(sent[0]?.sql).not.toContain(lookedUp.sql);
});

test('a count receives only the parameters of its text', async () => {
  const { session, sent } = recordingSession();
  const moment = 'select min(n.live_at) from "route" n where n.live_at > :later';
  await countRows(
    { statements, conditions: [lookedUp], parameters: { later: 'soon', unused: 1 }, moments: [moment] },
    { session } as ReadScope, // see above
  );
  expect(sent[0]?.parameters).toEqual({ now: '2026-01-01', later: 'soon' });
});

test('a page uses the normal form of a condition, and its count the count form', async () => {
  const { session, sent } = recordingSession();
  const list = statements.list({
    conditions: [lookedUp.sql],
    order: [],
    window: windowOf(0, 20),
    count: { total: undefined, conditions: [lookedUp.counted ?? ''], moments: [] },
  });
  await list.read(session, { now: '2026-01-01', limit: 20, offset: 0, unused: 1 });
  expect(sent[0]?.sql).toContain(lookedUp.sql);
  expect(sent[0]?.sql).toContain(lookedUp.counted);
  expect(sent[0]?.parameters).toEqual({ now: '2026-01-01', limit: 20, offset: 0 });
});
