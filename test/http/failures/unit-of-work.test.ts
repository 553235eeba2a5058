import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Change } from '../../../runtime/kernel/contract/records/change-set.js';
import type { Database } from '../../../runtime/kernel/contract/database/database.js';
import { NOTHING_REQUESTED } from '../../../runtime/kernel/contract/http/requested.js';
import { ANONYMOUS, type RequestContext } from '../../../runtime/kernel/contract/context.js';
import type { WriteScope } from '../../../runtime/kernel/contract/records/writes.js';
import type { StoredRecord } from '../../../runtime/kernel/contract/records/record.js';
import type { UnitHooks } from '../../../runtime/kernel/contract/records/unit-of-work.js';
import { badRequest } from '../../../runtime/kernel/errors/catalog.js';
import { DatabaseUnavailable } from '../../../runtime/kernel/errors/database-unavailable.js';
import { createRunCommand } from '../../../runtime/kernel/unit-of-work/run-command.js';
import { inOneTransaction } from '../../../runtime/adapters/persistence/joined-database.js';
import { SILENT_LOGGER } from '../../../runtime/kernel/ports/logger.js';
import { createRecordReader } from '../../../runtime/kernel/records/record-reader.js';
import type { RowWriter } from '../../../runtime/kernel/records/row-writer.js';
import { createRowWriter } from '../../../runtime/kernel/records/row-writer.js';
import { createState } from '../../../runtime/kernel/util/async/state.js';
import type { TestApp } from '../../support/test-app.js';
import { startTestApp } from '../../support/test-app.js';

let app: TestApp;
let writer: RowWriter;
beforeAll(async () => {
  app = await startTestApp();
  const { registry, database } = app.app;
  writer = createRowWriter({ registry, reader: createRecordReader(registry, database), indexes: [] });
});
afterAll(() => app.close());

const context = (): RequestContext => ({
  actor: ANONYMOUS,
  now: new Date(),
  requested: NOTHING_REQUESTED,
  log: SILENT_LOGGER,
  state: createState(),
});

function commandOn(database: Database, hooks: UnitHooks) {
  const { registry, config } = app.app;
  const unused = (): Promise<never> => Promise.reject(new Error('no write inside this write'));
  const commands = { create: unused, createAll: unused, update: unused, replace: unused, change: unused };
  return createRunCommand({
    database,
    registry,
    tablePrefix: config.tablePrefix,
    commands,
    hooks: [hooks],
    announce: unused,
  });
}

const aLayout = (): StoredRecord => {
  const now = new Date();
  const values = { reference: randomUUID(), uiComponent: 'Main', createdAt: now, modifiedAt: now };
  return { type: 'Layout', id: randomUUID(), values };
};

const renamed = (layout: StoredRecord, uiComponent: string) => ({
  before: layout,
  after: { ...layout, values: { ...layout.values, uiComponent } },
});

/** Returns the changes that a unit of work reports after its commit. */
async function changesOf(work: (unit: WriteScope) => Promise<unknown>): Promise<readonly Change[]> {
  let notified: readonly Change[] = [];
  const run = commandOn(app.app.database, { afterCommit: ({ changes }) => void (notified = changes) });
  await run(context(), work);
  return notified;
}

async function storedLayout(): Promise<StoredRecord> {
  const run = commandOn(app.app.database, {});
  return run(context(), (unit) => writer.insert(unit, aLayout()));
}

describe('the changes of a unit of work', () => {
  test('report a row that is written twice once, with its first and last state', async () => {
    const layout = await storedLayout();
    const changes = await changesOf(async (unit) => {
      const { after } = await writer.update(unit, renamed(layout, 'First'));
      await writer.update(unit, renamed(after, 'Second'));
    });
    expect(changes).toMatchObject([
      {
        kind: 'updated',
        fields: ['uiComponent'],
        before: { values: { uiComponent: 'Main' } },
        after: { values: { uiComponent: 'Second' } },
      },
    ]);
  });

  test('omit a row whose final state equals its first', async () => {
    const layout = await storedLayout();
    const changes = await changesOf(async (unit) => {
      const { after } = await writer.update(unit, renamed(layout, 'Other'));
      await writer.update(unit, renamed(after, 'Main'));
    });
    expect(changes).toEqual([]);
  });

  test('omit a row that is created and deleted', async () => {
    const changes = await changesOf(async (unit) =>
      writer.remove(unit, [await writer.insert(unit, aLayout())]),
    );
    expect(changes).toEqual([]);
  });

  test('report a deleted row in its first state, regardless of writes before', async () => {
    const layout = await storedLayout();
    const changes = await changesOf(async (unit) => {
      const { after } = await writer.update(unit, renamed(layout, 'Other'));
      await writer.remove(unit, [after]);
    });
    expect(changes).toMatchObject([{ kind: 'deleted', before: { values: { uiComponent: 'Main' } } }]);
  });
});

describe('the hooks of a unit of work', () => {
  test('receive rows once before they are deleted, while they can be read', async () => {
    const layout = await storedLayout();
    const found: unknown[] = [];
    const run = commandOn(app.app.database, {
      async beforeDelete(rows, session) {
        for (const { id } of rows)
          found.push(await session.first(`select id from ${session.table('layout')} where id = :id`, { id }));
      },
    });
    await run(context(), async (unit) => {
      await writer.announceRemoval(unit, [layout]);
      await writer.remove(unit, [layout]);
    });
    expect(found).toEqual([{ id: layout.id }]);
  });

  test('undo the whole unit if the one before the commit fails', async () => {
    const layout = aLayout();
    const run = commandOn(app.app.database, { beforeCommit: () => Promise.reject(badRequest('not now')) });
    await expect(run(context(), (unit) => writer.insert(unit, layout))).rejects.toThrow('not now');
    expect((await app.get(`/_/layouts/${layout.id}`, { as: 'admin' })).status).toBe(404);
  });

  test('can fix the cause of a failure and run the unit again', async () => {
    let isReady = false;
    const ended: string[] = [];
    const run = commandOn(app.app.database, {
      retry(_error, { atEnd }) {
        atEnd(() => Promise.resolve(void ended.push('ended')));
        return Promise.resolve(!isReady && (isReady = true));
      },
    });
    const answer = await run(context(), () =>
      isReady ? Promise.resolve('done') : Promise.reject(new Error('not ready')),
    );
    expect([answer, ended]).toEqual(['done', ['ended']]);
  });

  test('are notified if the result of the commit is unknown, not that it was stored', async () => {
    const notified: string[] = [];
    const { database } = app.app;
    const losing: Database = {
      ...database,
      async transaction(work, options) {
        await database.transaction(work, options);
        throw new DatabaseUnavailable('away', new Error('connection lost'));
      },
    };
    const run = commandOn(losing, {
      afterCommit: () => void notified.push('committed'),
      afterFailure: (outcome, { changes }) => void notified.push(`${outcome}: ${changes.length}`),
    });
    await expect(run(context(), (unit) => writer.insert(unit, aLayout()))).rejects.toThrow();
    expect(notified).toEqual(['unknown: 1']);
  });

  test('of parts of a larger transaction run at its end, and are notified if it is undone', async () => {
    const notified: string[] = [];
    const hooks: UnitHooks = {
      afterCommit: () => void notified.push('committed'),
      afterFailure: (outcome, { changes }) => void notified.push(`${outcome}: ${changes.length}`),
    };
    const insert = (joined: Database) =>
      commandOn(joined, hooks)(context(), (unit) => writer.insert(unit, aLayout()));
    await inOneTransaction(app.app.database, async (joined) => {
      await insert(joined);
      expect(notified).toEqual([]);
    });
    expect(notified.splice(0)).toEqual(['committed']);
    const failing = inOneTransaction(app.app.database, async (joined) => {
      await insert(joined);
      throw new Error('all of it');
    });
    await expect(failing).rejects.toThrow('all of it');
    expect(notified).toEqual(['undone: 1']);
  });
});
