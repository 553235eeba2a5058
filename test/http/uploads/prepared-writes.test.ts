import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOTHING_REQUESTED } from '../../../runtime/kernel/contract/http/requested.js';
import { ANONYMOUS, type RequestContext } from '../../../runtime/kernel/contract/context.js';
import type { StoredRecord } from '../../../runtime/kernel/contract/records/record.js';
import { notFound } from '../../../runtime/kernel/errors/catalog.js';
import { SILENT_LOGGER } from '../../../runtime/kernel/ports/logger.js';
import { parsedBody } from '../../../runtime/kernel/writes/body-result.js';
import { createState } from '../../../runtime/kernel/util/async/state.js';
import { plainType, startUploadsApp, uploadField, uploadManifest, type UploadsApp } from './support.js';

const TYPE = plainType('Paper', '/component/papers', [uploadField({ name: 'file', column: 'file_path' })]);
const TEXT = 'data:text/plain;base64,RGVhciBhbGw=';

const anonymous = (): RequestContext => ({
  actor: ANONYMOUS,
  now: new Date(),
  requested: NOTHING_REQUESTED,
  log: SILENT_LOGGER,
  state: createState(),
});

let app: UploadsApp;
beforeAll(async () => {
  app = await startUploadsApp({
    manifest: { ...uploadManifest, resources: [...uploadManifest.resources, TYPE] },
  });
});
afterAll(() => app.close());

/** Stores a new paper with its file. */
function create(fail?: Error): Promise<StoredRecord> {
  const { operations, registry } = app.app;
  const write = { resource: registry.require('Paper'), body: parsedBody({ file: TEXT }) };
  return operations.prepareCreate(write, anonymous(), (store, context) =>
    operations.run(context, async (scope) => {
      const { after } = await store(scope);
      if (fail !== undefined) throw fail;
      return after;
    }),
  );
}

describe('the files of a write as part of a larger unit of work', () => {
  test('are stored before it, and kept with it', async () => {
    const before = await app.files('private');
    await create();
    expect(await app.files('private')).toHaveLength(before.length + 1);
  });

  test('are deleted if the rest of it fails', async () => {
    const before = await app.files('private');
    await expect(create(new Error('the rest failed'))).rejects.toThrow('the rest failed');
    expect(await app.files('private')).toEqual(before);
  });

  test('replace those of an updated record, and are not stored for callers who cannot update it', async () => {
    const { operations, registry } = app.app;
    const record = await create();
    const before = await app.files('private');
    const update = {
      kind: 'update',
      resource: registry.require('Paper'),
      key: record.id,
      body: parsedBody({ file: TEXT }),
    } as const;
    const loaded: number[] = [];
    const refused = operations.prepareUpdate(
      {
        ...update,
        async load() {
          loaded.push((await app.files('private')).length);
          throw notFound();
        },
      },
      anonymous(),
      (store, context) => operations.run(context, store),
    );
    await expect(refused).rejects.toThrow('Not Found');
    expect(loaded).toEqual([before.length]);
    await operations.prepareUpdate({ ...update, load: async () => record }, anonymous(), (store, context) =>
      operations.run(context, store),
    );
    const after = await app.files('private');
    expect(after).toHaveLength(before.length);
    expect(after).not.toEqual(before);
  });
});
