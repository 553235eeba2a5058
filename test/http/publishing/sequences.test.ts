import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestResponse } from '../../support/test-client.js';
import type { Command, PairModel, Row, Target } from './model.js';
import { applyToModel, settle } from './model.js';
import type { PublishingApp } from './support.js';
import { MINUTE, startPublishingApp } from './support.js';

let app: PublishingApp;
beforeAll(async () => {
  app = await startPublishingApp();
  app.testClock.freeze();
});
afterAll(() => app.close());

const target = fc.constantFrom<Target>('published', 'draft');
const flags = { target, isPermitted: fc.boolean(), wantsPublished: fc.boolean() };
const content = fc.option(fc.constantFrom('', 'a', 'b', 'c'), { freq: 3 });
const date = fc.constantFrom<number | null | 'none'>('none', 'none', null, -30, 0, 1, 3);
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('patch' as const),
      ...flags,
      headline: content,
      body: content,
      date,
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('get' as const), ...flags }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), ...flags }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 3 }) }),
  },
);

/** IRIs of the rows the model speaks of; they change hands as drafts are made, published and promoted. */
interface Iris {
  published: string | null;
  draft: string | null;
}

const NOWHERE = '/component/articles/00000000-0000-4000-8000-000000000000';

function send(sent: Exclude<Command, { kind: 'wait' }>, iri: string, base: number): Promise<TestResponse> {
  const path = sent.wantsPublished ? `${iri}?published=true` : iri;
  const caller = { as: sent.isPermitted ? 'admin' : 'user' } as const;
  if (sent.kind === 'get') return app.get(path, caller);
  if (sent.kind === 'delete') return app.delete(path, caller);
  const { headline, body } = sent;
  return app.patch(
    path,
    {
      ...(headline === null ? {} : { headline }),
      ...(body === null ? {} : { body }),
      ...(sent.date === 'none'
        ? {}
        : { publishedAt: sent.date === null ? null : new Date(base + sent.date * MINUTE).toISOString() }),
    },
    caller,
  );
}

const shown = (row: Row): object => ({ headline: row.headline, body: row.body });

/** After every step: who sees what, and that the position of the published row has never been lost. */
async function checkState(model: PairModel, iris: Iris, position: string | null): Promise<void> {
  const live = iris.published ?? NOWHERE;
  const anonymous = await app.get(live);
  expect(anonymous.status).toBe(model.published === null ? 404 : 200);
  if (model.published !== null) expect(anonymous.body).toMatchObject(shown(model.published));
  if (iris.draft !== null) {
    expect((await app.get(iris.draft)).status).toBe(404);
    expect(anonymous.text).not.toContain(iris.draft);
    expect((await app.get(iris.draft, { as: 'admin' })).body).toMatchObject(
      shown(model.draft ?? { headline: '', body: '', date: null }),
    );
  }
  if (position === null) return;
  const seen = await app.get(position);
  expect(seen.body.component).toBe(iris.published ?? undefined);
}

async function runSequence(commands: readonly Command[], startsPublished: boolean): Promise<void> {
  let now = app.testClock.now().getTime() / MINUTE;
  const model: PairModel = { published: null, draft: null };
  const first: Row = { headline: 'x', body: 'y', date: startsPublished ? now - 60 : null };
  model[startsPublished ? 'published' : 'draft'] = first;
  const group = await app.create('/_/component_groups', { reference: randomUUID(), location: 'x' });
  const created = await app.create('/component/articles', {
    headline: 'x',
    body: 'y',
    publishedAt: startsPublished ? new Date((now - 60) * MINUTE).toISOString() : null,
    componentPositions: [{ componentGroup: group['@id'] }],
  });
  const position = String((created.componentPositions as readonly string[])[0]); // the answer lists it
  const iris: Iris = { published: null, draft: null };
  iris[startsPublished ? 'published' : 'draft'] = created['@id'];

  for (const step of commands) {
    if (step.kind === 'wait') {
      app.testClock.forward(step.minutes * MINUTE);
      now += step.minutes;
      continue;
    }
    // A lone draft becomes the published row under its own IRI; the draft of a row goes into that row.
    const wasPair = model.published !== null;
    const due = model.draft !== null && model.draft.date !== null && model.draft.date <= now;
    const before = iris[step.target];
    settle(model, now);
    const isMergedAway = due && step.target === 'draft';
    const meant = isMergedAway ? { ...step, target: 'published' as const } : step;
    if (due) {
      iris.published = wasPair ? iris.published : iris.draft;
      iris.draft = null;
    }
    const asked = (due && wasPair ? before : iris[step.target]) ?? before ?? NOWHERE;
    const hadDraft = model.draft !== null;
    const response = await send(step, asked, now * MINUTE);
    const want = applyToModel(model, meant, now);
    expect([step, response.status]).toEqual([step, want.status]);
    if (want.shows !== null) expect(response.body).toMatchObject(shown(want.shows));
    if (model.draft !== null && !hadDraft) iris.draft = response.body['@id'];
    if (model.draft === null && hadDraft) {
      if (step.kind === 'patch' && iris.published === null) iris.published = iris.draft;
      iris.draft = null;
    }
    if (model.published === null) iris.published = null;
    const isGone = model.published === null && model.draft === null;
    await checkState(model, iris, isGone ? null : position);
    if (isGone) return;
  }
}

describe('any sequence of edits, publications, waits and deletions', () => {
  test('ends where the rules of publication say', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 3, maxLength: 14 }), fc.boolean(), runSequence),
      { seed: 20_260_101, numRuns: 40 },
    );
  }, 600_000);
});
