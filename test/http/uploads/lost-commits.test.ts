import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../runtime/kernel/contract/database/database.js';
import { DatabaseUnavailable } from '../../../runtime/kernel/errors/database-unavailable.js';
import { text } from '../publishing/types.js';
import type { TestResponse } from '../../support/test-client.js';
import type { UploadsApp } from './support.js';
import {
  dataUri,
  form,
  picture,
  plainType,
  startUploadsApp,
  uploadField,
  uploadManifest,
} from './support.js';

const IMAGES = '/component/images';
const PUBLISHED = { publishedAt: '2020-01-01T00:00:00Z' };
const admin = { as: 'admin' } as const;

let app: UploadsApp;
beforeAll(async () => {
  app = await startUploadsApp();
  // Both ways to send sign in once, so that the next transaction is that of the write.
  await app.create(IMAGES, {});
  await app.upload(`${IMAGES}/upload`, form({}));
});
afterAll(() => app.close());

/** Lets the server complete the next commit of a request, but drops the connection before the request is notified. */
async function loseNextCommit(send: () => Promise<TestResponse>): Promise<TestResponse> {
  const { database } = app.app;
  const { transaction } = database;
  const patchable = database as { transaction: Database['transaction'] };
  let goOn = (): void => undefined;
  const answered = new Promise<void>((resolve) => (goOn = resolve));
  let committed: Promise<unknown> = Promise.resolve();
  patchable.transaction = (work, options) => {
    // Background work has no origin. On a busy machine, it may commit before the request does.
    if (options?.origin === undefined) return transaction(work, options);
    return new Promise((_resolve, reject) => {
      patchable.transaction = transaction;
      committed = transaction(async (session) => {
        await work(session).catch((error: unknown) => {
          reject(error);
          throw error;
        });
        reject(new DatabaseUnavailable('away', new Error('Connection terminated unexpectedly')));
        await answered;
      }, options);
    });
  };
  const response = await send();
  goOn();
  await committed;
  return response;
}

/** Returns the file paths in rows. */
async function heldPaths(): Promise<readonly string[]> {
  const { database } = app.app;
  const rows = await database.all<{ path: string }>(
    `select t.filename as path from ${database.table('images')} t where t.filename is not null`,
  );
  return rows.map(({ path }) => path);
}

describe('a connection that is lost during a commit', () => {
  test.each<readonly [what: string, send: () => Promise<TestResponse>]>([
    [
      'a form contained',
      async () => app.upload(`${IMAGES}/upload`, form({ file: [await picture(40, 30), 'form.png'] })),
    ],
    [
      'a JSON body contained',
      async () => app.post(IMAGES, { file: dataUri('image/png', await picture(40, 30)) }, admin),
    ],
  ])('loses no file that %s', async (_what, send) => {
    const before = await heldPaths();
    const response = await loseNextCommit(send);
    expect(response.status).toBe(503);
    const added = (await heldPaths()).filter((path) => !before.includes(path));
    expect(added).toHaveLength(1);
    expect(await app.files('public')).toEqual(expect.arrayContaining(added));
  });

  test('loses no file that was copied for a draft', async () => {
    const live = await app.create(IMAGES, {
      file: dataUri('image/png', await picture(40, 30)),
      ...PUBLISHED,
    });
    const before = await heldPaths();
    const edit = () => app.patch(live['@id'], { uiComponent: 'New' }, admin);
    expect((await loseNextCommit(edit)).status).toBe(503);
    const added = (await heldPaths()).filter((path) => !before.includes(path));
    expect(added).toHaveLength(1);
    expect(await app.files('public')).toEqual(expect.arrayContaining(added));
  });

  test('does not prevent the deletion of a file that is replaced later', async () => {
    const before = await heldPaths();
    await loseNextCommit(async () =>
      app.post(IMAGES, { file: dataUri('image/png', await picture(40, 30)) }, admin),
    );
    const [first = ''] = (await heldPaths()).filter((path) => !before.includes(path));
    const { database } = app.app;
    const row = await database.first<{ id: string }>(
      `select ${database.dialect.uuidText('t.id')} as id from ${database.table('images')} t where t.filename = :first`,
      { first },
    );
    const cleared = await app.patch(`${IMAGES}/${row?.id}`, { file: null }, admin);
    expect(cleared.status, cleared.text).toBe(200);
    expect(await app.files('public')).not.toContain(first);
  });
});

test('a write that the database rejects at its end leaves no file', async () => {
  const plates = '/component/plates';
  const plate = plainType('Plate', plates, [
    text('number', { unique: true }),
    uploadField({ name: 'file', column: 'file_path' }),
  ]);
  const racing = await startUploadsApp({
    manifest: { ...uploadManifest, resources: [...uploadManifest.resources, plate] },
  });
  const file = dataUri('image/png', await picture(40, 30));
  for (let round = 0; round < 5; round += 1) {
    const made = await Promise.all(
      Array.from({ length: 4 }, (_, index) => racing.create(plates, { number: `${round}-${index}` })),
    );
    const answers = await Promise.all(
      made.map((one) => racing.patch(one['@id'], { number: `taken in ${round}`, file }, admin)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
  }
  expect(await racing.files('private')).toHaveLength(5);
  await racing.close();
});
