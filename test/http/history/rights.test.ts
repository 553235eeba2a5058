import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import type { ResourceDescriptor } from '../../../runtime/kernel/contract/schema/resource.js';
import { runCommand } from '../../support/run-command.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import type { RequestOptions } from '../../support/test-client.js';
import { anOwner, aToken, SUPER } from '../access-tokens/support.js';
import { createContent, type ContentBuilder } from '../publishing/content.js';
import { createTestClock, type TestClock } from '../publishing/support.js';
import { publishingManifest, relation, text } from '../publishing/types.js';

const admin = { as: 'admin' } as const;
const IS_SUPER = "is_granted('ROLE_SUPER_ADMIN')";

const box = publishingManifest.resources.find(({ name }) => name === 'Box') as ResourceDescriptor; // it has one
const component = (name: string, path: string, over: Partial<ResourceDescriptor>): ResourceDescriptor => ({
  ...box,
  ...{ name, classIdentifier: name, path, table: name.toLowerCase() },
  ...over,
});

/** Every editor can write `title`; only super administrators can write the other members. */
const memo = component('Memo', '/component/memos', {
  fields: [
    text('title'),
    text('conditional', { writeIf: IS_SUPER }),
    text('grouped', { writeGroups: ['Memo:cwa_resource:write:role_super_admin'] }),
    text('hidden', { readIf: IS_SUPER, writeIf: IS_SUPER }),
    relation('safe', 'Safe'),
  ],
});
/** Only super administrators can create, change and delete it. */
const safe = component('Safe', '/component/safes', {
  fields: [text('title')],
  security: { create: IS_SUPER, update: IS_SUPER, delete: IS_SUPER },
});
const manifest = { ...publishingManifest, resources: [...publishingManifest.resources, memo, safe] };

let app: TestApp;
let clock: TestClock;
let content: ContentBuilder;
beforeAll(async () => {
  clock = createTestClock();
  app = await startTestApp({ manifest, clock, config: { routable_security: null, route_security: [] } });
  content = createContent(app);
});
afterAll(() => app.close());

const MEMO = { title: 'T', conditional: 'secret-c', grouped: 'secret-g', hidden: 'secret-h' };
const made = async (path: string, body: JsonObject, by: RequestOptions = SUPER): Promise<string> => {
  const { status, body: answer, text: raw } = await app.post(path, body, by);
  if (status !== 201) throw new Error(`${path}: ${status} ${raw}`);
  return String(answer['@id']);
};
const aMemo = (body: JsonObject = MEMO): Promise<string> => made('/component/memos', body);
const aSafe = (): Promise<string> => made('/component/safes', { title: 'secret-s' });
const lastRevision = async (): Promise<number> =>
  (await app.get('/_/revisions?kind=change', SUPER)).body.revisions[0].number as number;
const undo = (number: number, by: RequestOptions) => app.post(`/_/revisions/${number}/undo`, {}, by);
const moment = (): string => {
  clock.forward(5);
  const now = clock.now().toISOString();
  clock.forward(5);
  return now;
};

type Answer = Awaited<ReturnType<TestApp['get']>>;

function expectConflict(
  { status, body, text: raw }: Answer,
  conflicts: readonly (readonly [string, string[]])[],
) {
  expect([status, raw]).toEqual([
    409,
    expect.stringContaining('you are not authorized to write these records'),
  ]);
  const sorted = (list: readonly (readonly [string, string[]])[]) =>
    list.map(([iri, members]) => [iri, [...members].sort()]).sort();
  expect(
    sorted(body.conflicts.map(({ iri, members }: { iri: string; members: string[] }) => [iri, members])),
  ).toEqual(sorted(conflicts));
  expect(raw).not.toContain('secret-');
}

describe('an undo', () => {
  test.each(['conditional', 'grouped', 'hidden'] as const)(
    'does not change %s without permission',
    async (name) => {
      const iri = await aMemo();
      await app.patch(iri, { [name]: 'secret-next', title: 'U' }, SUPER);
      const number = await lastRevision();
      expectConflict(await undo(number, admin), [[iri, [name]]]);
      expect((await app.get(iri, SUPER)).body).toMatchObject({ [name]: 'secret-next', title: 'U' });
      expect((await undo(number, SUPER)).status).toBe(200);
      expect((await app.get(iri, SUPER)).body).toMatchObject(MEMO);
    },
  );

  test('changes what the caller can write, even if a record has other members', async () => {
    const iri = await aMemo();
    await app.patch(iri, { title: 'U' }, SUPER);
    expect((await undo(await lastRevision(), admin)).status).toBe(200);
    expect((await app.get(iri, SUPER)).body).toMatchObject(MEMO);
  });

  test('restores no record with members that the caller cannot write', async () => {
    const iri = await aMemo();
    const plain = await aMemo({ title: 'plain' });
    await app.delete(iri, SUPER);
    expectConflict(await undo(await lastRevision(), admin), [[iri, ['conditional', 'grouped', 'hidden']]]);
    expect((await app.get(iri, SUPER)).status).toBe(404);
    await app.delete(plain, SUPER);
    expect((await undo(await lastRevision(), admin)).status).toBe(200);
    expect((await app.get(plain, admin)).body.title).toBe('plain');
  });

  test('creates, changes and deletes no record of a type that the caller cannot write', async () => {
    const iri = await aSafe();
    expectConflict(await undo(await lastRevision(), admin), [[iri, []]]);
    await app.patch(iri, { title: 'secret-t' }, SUPER);
    expectConflict(await undo(await lastRevision(), admin), [[iri, []]]);
    expect((await app.get(iri, SUPER)).body.title).toBe('secret-t');
    await app.delete(iri, SUPER);
    expectConflict(await undo(await lastRevision(), admin), [[iri, []]]);
    expect((await app.get(iri, SUPER)).status).toBe(404);
    expect((await undo(await lastRevision(), SUPER)).status).toBe(200);
  });

  test('by command requires no permission', async () => {
    const iri = await aMemo();
    await app.patch(iri, { conditional: 'secret-next' }, SUPER);
    await runCommand(app, 'history:undo', [String(await lastRevision())]);
    expect((await app.get(iri, SUPER)).body.conditional).toBe('secret-c');
  });

  test('with a token changes no drafts without that scope', async () => {
    const owner = await anOwner(app);
    const blind = await aToken(app, ['*'], { owner: owner.iri });
    const seeing = await aToken(app, ['*', 'drafts'], { owner: owner.iri });
    const draft = await content.article({ headline: 'secret-d', publishedAt: null });
    await app.patch(draft, { headline: 'secret-e' }, admin);
    const changed = await lastRevision();
    expectConflict(await undo(changed, blind.by), [[draft, []]]);
    expect((await undo(changed, seeing.by)).status).toBe(200);
    await app.delete(draft, admin);
    const removed = await lastRevision();
    expectConflict(await undo(removed, blind.by), [[draft, []]]);
    expect((await app.get(draft, admin)).status).toBe(404);
    expect((await undo(removed, seeing.by)).status).toBe(200);
    expect((await app.get(draft, admin)).body.headline).toBe('secret-d');
  });

  test('with a key stores nothing of a rejection, so it can be repeated', async () => {
    const iri = await aMemo();
    await app.patch(iri, { conditional: 'secret-next' }, SUPER);
    const number = await lastRevision();
    const headers = { 'Idempotency-Key': 'k'.repeat(20) };
    for (let time = 0; time < 2; time += 1)
      expectConflict(await undo(number, { ...admin, headers }), [[iri, ['conditional']]]);
    expect((await undo(number, { ...SUPER, headers })).status).toBe(200);
  });
});

describe('restoring a page', () => {
  async function aPage(component: string) {
    const page = await content.page({ isTemplate: false });
    const group = await content.group({ pages: [page] });
    const position = await content.position({ componentGroup: group, component });
    return { page, group, position };
  }
  const restore = (page: string, at: string, by: RequestOptions) => app.post(`${page}/restore`, { at }, by);

  test('does not change members that the caller cannot write', async () => {
    const iri = await aMemo();
    const { page } = await aPage(iri);
    const at = moment();
    await app.patch(iri, { grouped: 'secret-next', title: 'U' }, SUPER);
    expectConflict(await restore(page, at, admin), [[iri, ['grouped']]]);
    expect((await app.get(iri, SUPER)).body).toMatchObject({ grouped: 'secret-next', title: 'U' });
    expect((await restore(page, at, SUPER)).status).toBe(200);
    expect((await app.get(iri, SUPER)).body).toMatchObject(MEMO);
  });

  test('neither deletes nor restores what the caller cannot write', async () => {
    const first = await aSafe();
    const { page, group } = await aPage(first);
    const at = moment();
    const second = await aSafe();
    await content.position({ componentGroup: group, component: second });
    expectConflict(await restore(page, at, admin), [[second, []]]);
    const later = moment();
    await app.delete(first, SUPER);
    const answer = await restore(page, later, admin);
    expect([answer.status, answer.text.includes(first)]).toEqual([409, true]);
    expect((await app.get(first, SUPER)).status).toBe(404);
    expect((await restore(page, later, SUPER)).status).toBe(200);
    expect((await app.get(first, SUPER)).status).toBe(200);
  });
});

describe('restoring a record', () => {
  test('lists members that the caller cannot write, and keeps them', async () => {
    const iri = await aMemo();
    const number = await lastRevision();
    const next = { title: 'U', conditional: 'secret-1', grouped: 'secret-2', hidden: 'secret-3' };
    await app.patch(iri, next, SUPER);
    const { status, body, text: raw } = await app.post(`${iri}/revisions/${number}/restore`, {}, admin);
    expect([status, body.title]).toEqual([200, 'T']);
    expect([...body._metadata.restored.leftOut].sort()).toEqual(['conditional', 'grouped']);
    expect(raw).not.toContain('secret-h');
    expect((await app.get(iri, SUPER)).body).toMatchObject({ ...next, title: 'T' });
    const again = await app.post(`${iri}/revisions/${number}/restore`, {}, SUPER);
    expect(again.body._metadata.restored.leftOut).toEqual([]);
    expect((await app.get(iri, SUPER)).body).toMatchObject(MEMO);
  });

  test('is rejected for a type that the caller cannot write', async () => {
    const iri = await aSafe();
    const number = await lastRevision();
    await app.patch(iri, { title: 'secret-t' }, SUPER);
    expect((await app.post(`${iri}/revisions/${number}/restore`, {}, admin)).status).toBe(403);
  });
});
