import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOTHING_REQUESTED } from '../../../runtime/kernel/contract/http/requested.js';
import { ANONYMOUS, type RequestContext } from '../../../runtime/kernel/contract/context.js';
import { AppError } from '../../../runtime/kernel/errors/app-error.js';
import { defineFeature } from '../../../runtime/kernel/feature.js';
import { SILENT_LOGGER } from '../../../runtime/kernel/ports/logger.js';
import { isInTransaction } from '../../../runtime/kernel/util/database/is-in-transaction.js';
import { parsedBody } from '../../../runtime/kernel/writes/body-result.js';
import { createState } from '../../../runtime/kernel/util/async/state.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { testTypes } from '../../support/test-types.js';

const steps: string[] = [];
const isNamed =
  (wanted: string) =>
  ({ name }: { readonly name: string }): boolean =>
    name === wanted;

/** Records when the parts of a write run. */
const watch = defineFeature({
  name: 'watch',
  writes: {
    rules: [
      {
        appliesTo: isNamed('Guarded'),
        async lockFirst() {
          steps.push('lock');
        },
        async ahead({ before, incoming }) {
          steps.push(before === null ? 'ahead' : `ahead of ${String(before.values.open)}`);
          return incoming;
        },
        prepare: () => void steps.push('prepare'),
      },
    ],
  },
});

const anonymous = (): RequestContext => ({
  actor: ANONYMOUS,
  now: new Date(),
  requested: NOTHING_REQUESTED,
  log: SILENT_LOGGER,
  state: createState(),
});

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ manifest: testTypes, features: [watch] });
});
afterAll(() => app.close());
beforeEach(() => {
  steps.length = 0;
});

describe('a write as part of a larger unit of work', () => {
  test('runs slow work before the transaction, and does not require the create permission', async () => {
    const { operations, registry } = app.app;
    const write = { resource: registry.require('Guarded'), body: parsedBody({ open: true }) };
    const stored = await operations.prepareCreate(write, anonymous(), (store, context) => {
      steps.push('work');
      return operations.run(context, async (scope) => {
        const { after } = await store(scope);
        await scope.commands.create('Specimen', { name: 'beside' }, scope);
        return after;
      });
    });
    expect(steps).toEqual(['ahead', 'work', 'prepare']);
    expect((await app.get(`/component/guarded/${stored.id}`, { as: 'user' })).body.open).toBe(true);
  });

  test('is stored with the rest of it, or not at all', async () => {
    const { operations, registry } = app.app;
    const write = { resource: registry.require('Guarded'), body: parsedBody({}) };
    const before = (await app.get('/component/guarded', { as: 'admin' })).body.totalItems;
    const working = operations.prepareCreate(write, anonymous(), (store, context) =>
      operations.run(context, async (scope) => {
        await store(scope);
        return scope.commands.create('Specimen', { name: 'x'.repeat(51) }, scope);
      }),
    );
    await expect(working).rejects.toThrow(/too long/);
    expect((await app.get('/component/guarded', { as: 'admin' })).body.totalItems).toBe(before);
  });

  test('is authorized for its caller when it updates: before slow work, and once the record is locked', async () => {
    const { operations, registry } = app.app;
    const resource = registry.require('Guarded');
    const made = await app.create('/component/guarded', { open: false });
    const key = made['@id'].slice(made['@id'].lastIndexOf('/') + 1);
    steps.length = 0;
    const update = { kind: 'update', resource, key, body: parsedBody({ open: true }) } as const;
    const sessions: boolean[] = [];
    const { after } = await operations.prepareUpdate(
      {
        ...update,
        load: async (id, { session }) => {
          sessions.push(!isInTransaction(session));
          steps.push('load');
          return { type: 'Guarded', id, values: { open: false } };
        },
      },
      anonymous(),
      (store, context) => operations.run(context, store),
    );
    expect(after.values.open).toBe(true);
    expect(steps).toEqual(['load', 'ahead of false', 'lock', 'load', 'prepare']);
    expect(sessions).toEqual([true, false]);
    const refused = operations.prepareUpdate(
      {
        ...update,
        load: () => Promise.reject(new AppError({ code: 'X.Y', status: 404, publicMessage: 'Gone.' })),
      },
      anonymous(),
      (store, context) => operations.run(context, store),
    );
    await expect(refused).rejects.toThrow('Gone.');
  });
});
