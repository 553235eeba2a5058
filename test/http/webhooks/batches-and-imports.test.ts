import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aFolder, filesOf, run } from '../bulk/support.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { startWebhookReceiver, type WebhookReceiver } from './receiver.js';

const admin = { as: 'admin' } as const;
const EVENTS = ['Layout.created', 'Layout.updated', 'Layout.deleted'];
let app: TestApp;
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  app = await startTestApp({ config: { webhook_targets: { allow_private: true } } });
  await app.post('/_/webhooks', { address: receiver.url, events: EVENTS }, admin);
});
afterAll(async () => {
  await app.close();
  await receiver.close();
});
beforeEach(() => receiver.clear());

/** Returns the events once no messages are waiting. */
async function events(): Promise<readonly string[]> {
  await expect
    .poll(async () => {
      const metrics = await app.app.outbox.metrics();
      return metrics.find(({ channel }) => channel === 'webhooks')?.pending;
    })
    .toBe(0);
  return receiver.accepted().map(([type, { reference }]) => `${type} ${String(reference)}`);
}

const layout = (reference: string) => ({ reference, uiComponent: 'Wide' });
const create = (id: string, reference: string) =>
  ({ id, method: 'POST', path: '/_/layouts', body: layout(reference) }) as const;
let names = 0;
const aName = (): string => `name-${(names += 1)}`;

describe('a batch', () => {
  test('sends one event for each created or changed record, with its final state', async () => {
    const { '@id': present } = await app.create('/_/layouts', layout(aName()));
    await events();
    receiver.clear();
    const [one, two, three, changed] = [aName(), aName(), aName(), aName()];
    const { status } = await app.post(
      '/_/batch',
      {
        operations: [
          create('a', one),
          create('b', two),
          create('c', three),
          { id: 'd', method: 'PATCH', path: present, body: { reference: changed } },
        ],
      },
      admin,
    );
    expect(status).toBe(200);
    expect([...(await events())].sort()).toEqual(
      [
        `Layout.created ${one}`,
        `Layout.created ${two}`,
        `Layout.created ${three}`,
        `Layout.updated ${changed}`,
      ].sort(),
    );
  });

  test('sends one event for a record that it creates and changes, and none for one that it creates and deletes', async () => {
    const [made, changed] = [aName(), aName()];
    const { status } = await app.post(
      '/_/batch',
      {
        operations: [
          create('a', made),
          { id: 'b', method: 'PATCH', path: '$a', body: { reference: changed } },
          create('c', aName()),
          { id: 'd', method: 'DELETE', path: '$c' },
        ],
      },
      admin,
    );
    expect(status).toBe(200);
    expect(await events()).toEqual([`Layout.created ${changed}`]);
  });

  test('that is rejected sends nothing', async () => {
    const operations = [create('a', aName()), create('b', aName()), { ...create('c', ''), body: {} }];
    expect((await app.post('/_/batch', { operations }, admin)).status).toBe(422);
    expect(await events()).toEqual([]);
  });

  test('that is repeated with its key sends nothing more', async () => {
    const reference = aName();
    const options = { ...admin, headers: { 'Idempotency-Key': crypto.randomUUID() } };
    for (let times = 0; times < 2; times += 1)
      expect((await app.post('/_/batch', { operations: [create('a', reference)] }, options)).status).toBe(
        200,
      );
    expect(await events()).toEqual([`Layout.created ${reference}`]);
  });
});

describe('cms import', () => {
  const lines = (first: string, last: string) => ({
    'Layout.jsonl': [
      { '@key': 'first', ...layout(first) },
      { '@key': 'last', ...layout(last) },
    ],
  });
  const importing = async (files: Parameters<typeof filesOf>[0], ...words: readonly string[]) =>
    run(app, 'import', await filesOf(files), '--source', 'shop', ...words);

  test('sends one event for each created or changed record, none for unchanged ones and dry runs', async () => {
    const [first, last, changed] = [aName(), aName(), aName()];
    const files = lines(first, last);
    expect(await importing(files, '--dry-run')).toMatchObject({ code: 0 });
    expect(await events()).toEqual([]);
    expect(await importing(files)).toMatchObject({ code: 0, errors: [] });
    const made = [`Layout.created ${first}`, `Layout.created ${last}`];
    const notified = await events();
    expect([...notified].sort()).toEqual(made.sort());
    receiver.clear();
    expect(await importing(files)).toMatchObject({ code: 0, errors: [] });
    expect(await events()).toEqual([]);
    expect(await importing(lines(first, changed), '--dry-run')).toMatchObject({ code: 0 });
    expect(await importing(lines(first, changed))).toMatchObject({ code: 0, errors: [] });
    expect(await events()).toEqual([`Layout.updated ${changed}`]);
  });

  test('that is rejected because of one line sends nothing', async () => {
    const files = {
      'Layout.jsonl': [
        { '@key': 'x', ...layout(aName()) },
        { '@key': 'y', uiComponent: 7 },
      ],
    };
    expect((await importing(files)).code).toBe(1);
    expect(await events()).toEqual([]);
  });

  test('sends as many events as records, however many batches it uses', async () => {
    const names = Array.from({ length: 300 }, aName);
    const files = { 'Layout.jsonl': names.map((name) => ({ '@key': name, ...layout(name) })) };
    expect(await importing(files)).toMatchObject({ code: 0, errors: [] });
    expect([...(await events())].sort()).toEqual(names.map((name) => `Layout.created ${name}`).sort());
  });

  test('sends one event for each record that it deletes', async () => {
    const folder = await aFolder();
    expect(await run(app, 'export', folder)).toMatchObject({ code: 0 });
    const gone = await app.create('/_/layouts', layout(aName()));
    await events();
    receiver.clear();
    expect(await run(app, 'import', folder, '--delete-missing', '--yes')).toMatchObject({
      code: 0,
      errors: [],
    });
    await events();
    expect(receiver.accepted()).toEqual([['Layout.deleted', { '@id': gone['@id'], '@type': 'Layout' }]]);
  });
});
