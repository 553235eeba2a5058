import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../../runtime/kernel/contract/json.js';
import { publishingManifest } from '../publishing/types.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import type { TestResponse } from '../../support/test-client.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ manifest: publishingManifest });
});
afterAll(() => app.close());

let count = 0;
const anAccount = (roles: JsonValue): JsonObject => {
  const username = `listed${(count += 1)}`;
  return { username, emailAddress: `${username}@example.com`, plainPassword: 'correct horse battery', roles };
};

interface ListMember {
  readonly name: string;
  /** Two valid entries, the second of which no other entry implies. */
  readonly right: readonly [string, string];
  /** Members of a response other than its entries. */
  readonly shown?: readonly string[];
  send(list: JsonValue): Promise<TestResponse>;
}

const LISTS: readonly ListMember[] = [
  {
    name: 'events',
    right: ['Page.created', 'Page.deleted'],
    send: (events) =>
      app.post('/_/webhooks', { address: 'https://example.com/hook', events }, { as: 'admin' }),
  },
  {
    name: 'roles',
    right: ['ROLE_EDITOR', 'ROLE_REVIEWER'],
    shown: ['ROLE_USER'],
    send: (roles) => app.post('/users', anAccount(roles), { as: 'superAdmin' }),
  },
  {
    name: 'scopes',
    right: ['read:Page', 'update:Page'],
    send: (scopes) => app.post('/_/access_tokens', { name: 'lists', scopes }, { as: 'superAdmin' }),
  },
];

describe.each(LISTS)('the list $name', ({ name, right, shown = [], send }) => {
  const [one, other] = right;

  test('accepts its entries, each once', async () => {
    const { status, body, text } = await send([one, other, one]);
    expect(status, text).toBe(201);
    expect([...(body[name] as string[])].sort()).toEqual([one, other, ...shown].sort());
  });

  test.each([
    `${one},${other}`,
    `${one} ${other}`,
    `${one}\n${other}`,
    `${one}\n`,
    ` ${one}`,
    `${one},`,
    '',
    one.repeat(100),
  ])('reports %j as one entry, and rejects it', async (entry) => {
    for (const list of [[entry], [one, entry]]) {
      const { status, body } = await send(list);
      expect([status, JSON.stringify(list)]).toEqual([422, JSON.stringify(list)]);
      expect(JSON.stringify(body.violations)).toContain(`"${name}`);
    }
  });

  test.each<[string, JsonValue]>([
    ['two entries in one string', `${one},${other}`],
    ['an object', { 0: one }],
    ['a number', 7],
    ['a list in the list', [[one]]],
    ['null in the list', [one, null]],
    ['a number in the list', [one, 7]],
  ])('is not %s', async (_what, list) => {
    expect((await send(list)).status).toBe(422);
  });

  test('has a limit', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => `${one}_${index}`.toUpperCase());
    const { status, text } = await send(many);
    expect(status).toBe(422);
    expect(text.length).toBeLessThan(5_000);
  });
});
