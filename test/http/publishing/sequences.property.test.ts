import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestResponse } from '../../support/test-client.js';
import { propertyRuns } from '../../support/property-runs.js';
import type { UploadsApp } from '../uploads/support.js';
import { form, startUploadsApp } from '../uploads/support.js';
import type { ContentBuilder } from './content.js';
import { createContent } from './content.js';
import type { Command, PairModel, Row, Target } from './model.js';
import { applyToModel, settle } from './model.js';
import { pairManifest } from './pair-types.js';
import { createTestClock, MINUTE } from './support.js';

const clock = createTestClock();
let app: UploadsApp;
let content: ContentBuilder;
beforeAll(async () => {
  const config = { routable_security: null, route_security: [] };
  app = await startUploadsApp({ manifest: pairManifest, clock, config });
  content = createContent(app);
});
afterAll(() => app.close());

const admin = { as: 'admin' } as const;

const target = fc.constantFrom<Target>('published', 'draft');
const flags = { target, isPermitted: fc.boolean(), wantsPublished: fc.boolean() };
const text = fc.option(fc.constantFrom('', 'a', 'b', 'c'), { freq: 3 });
const words = fc.constantFrom('a', 'b', 'c');
const date = fc.constantFrom<number | null | 'none'>('none', 'none', null, -30, 0, 1, 3);
const patched = fc.record({
  kind: fc.constant('patch' as const),
  ...flags,
  headline: text,
  body: text,
  date,
});
const got = fc.record({ kind: fc.constant('get' as const), ...flags });
const deleted = fc.record({ kind: fc.constant('delete' as const), ...flags });
const waited = fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 3 }) });
const raced = fc.record({ kind: fc.constant('race' as const), headline: words, body: words });
const uploaded = fc.record({
  kind: fc.constant('upload' as const),
  target,
  isPermitted: fc.constant(true),
  wantsPublished: fc.boolean(),
  file: words,
});

/** The resource that the steps change. */
interface Subject {
  readonly path: string;
  readonly commands: fc.Arbitrary<Command>;
  create(body: { headline: string; body: string; publishedAt: string | null }): Promise<Placed>;
}

/** A first row with a position that must never be lost, and what the position shows to a caller. */
interface Placed {
  readonly iri: string;
  place(as: 'anonymous' | 'admin'): Promise<string | undefined>;
}

const steps = [
  { weight: 6, arbitrary: patched },
  { weight: 3, arbitrary: got },
  { weight: 1, arbitrary: deleted },
  { weight: 2, arbitrary: waited },
  { weight: 1, arbitrary: raced },
] as const;

const leaflets: Subject = {
  path: '/component/leaflets',
  commands: fc.oneof(...steps, { weight: 2, arbitrary: uploaded }),
  async create(body) {
    const { '@id': iri } = await app.create(leaflets.path, body);
    const position = await content.position({ component: iri });
    return { iri, place: async (as) => (await app.get(position, { as })).body.component };
  },
};

const pageData: Subject = {
  path: '/page_data/leaflet_datas',
  commands: fc.oneof(...steps),
  async create(body) {
    const page = await content.page();
    const { '@id': iri } = await app.create(pageData.path, { ...body, title: 'T', page });
    const path = await content.route({ pageData: iri });
    return { iri, place: async (as) => (await app.get(`/_/routes/${path}`, { as })).body.pageData };
  },
};

/** IRIs of the rows in the model; they change as drafts are created, published and promoted. */
interface Iris {
  published: string | null;
  draft: string | null;
}

interface Run extends Placed {
  readonly subject: Subject;
  readonly model: PairModel;
  readonly iris: Iris;
}

type Request = Exclude<Command, { kind: 'wait' | 'race' }>;

function send(sent: Request, iri: string): Promise<TestResponse> {
  const query = sent.wantsPublished ? '?published=true' : '';
  const caller = { as: sent.isPermitted ? 'admin' : 'user' } as const;
  if (sent.kind === 'upload')
    return app.upload(`${iri}/upload${query}`, form({ file: [sent.file, 'a.txt'] }));
  if (sent.kind === 'get') return app.get(iri + query, caller);
  if (sent.kind === 'delete') return app.delete(iri + query, caller);
  const { headline, body } = sent;
  const moment = (minutes: number): string =>
    new Date(clock.now().getTime() + minutes * MINUTE).toISOString();
  return app.patch(
    iri + query,
    {
      ...(headline === null ? {} : { headline }),
      ...(body === null ? {} : { body }),
      ...(sent.date === 'none' ? {} : { publishedAt: sent.date === null ? null : moment(sent.date) }),
    },
    caller,
  );
}

const shown = (row: Row): object => ({ headline: row.headline, body: row.body });

/** Checks after every step who sees which content and file, and that the position was never lost. */
async function checkState({ model, iris, subject, place }: Run): Promise<void> {
  const live = iris.published ?? `${subject.path}/00000000-0000-4000-8000-000000000000`;
  const anonymous = await app.get(live);
  expect(anonymous.status).toBe(model.published === null ? 404 : 200);
  if (model.published !== null) expect(anonymous.body).toMatchObject(shown(model.published));
  if (iris.draft !== null) {
    expect((await app.get(iris.draft)).status).toBe(404);
    expect(anonymous.text).not.toContain(iris.draft);
    expect((await app.get(iris.draft, admin)).body).toMatchObject(shown(model.draft!));
  }
  await checkFile(live, model.published);
  if (iris.draft !== null) await checkFile(iris.draft, model.draft);
  expect(await place('anonymous')).toBe(iris.published ?? undefined);
  // Routes reference the published record; positions show editors the draft.
  const isRoute = subject === pageData && iris.published !== null;
  expect(await place('admin')).toBe((isRoute ? null : iris.draft) ?? iris.published ?? undefined);
}

async function checkFile(iri: string, row: Row | null): Promise<void> {
  if (row === null || row.file === null) return;
  const version = row.date === null ? '' : '?published=true';
  const found = await app.get(`${iri}/download/file${version}`, admin);
  if (found.status === 404 && version !== '') return checkFile(iri, { ...row, date: null });
  expect([found.status, found.text]).toEqual([200, row.file]);
}

/** Both edits end in one draft, whichever came first. */
async function race(
  { model, iris }: Run,
  { headline, body }: { headline: string; body: string },
): Promise<void> {
  const first = iris.published ?? iris.draft!;
  const second = iris.draft ?? first;
  const answers = await Promise.all([
    app.patch(first, { headline }, admin),
    app.patch(second, { body }, admin),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const [left, right] = answers.map((answer) => answer.body['@id']);
  expect(left).toBe(right);
  model.draft = { ...(model.draft ?? { ...model.published!, date: null }), headline, body };
  iris.draft = left;
}

/** A draft may have become due since the last step; the next request publishes it. */
function passTime({ model, iris }: Run, now: number): boolean {
  const { draft } = model;
  if (draft === null || draft.date === null || draft.date > now) return false;
  // A draft without a published row is published under its own IRI; otherwise it is merged into that row.
  iris.published ??= iris.draft;
  iris.draft = null;
  settle(model, now);
  return true;
}

async function request(run: Run, step: Request, now: number): Promise<void> {
  const { model, iris } = run;
  const before = iris[step.target];
  const isMergedAway = passTime(run, now) && step.target === 'draft';
  const meant = isMergedAway ? { ...step, target: 'published' as const } : step;
  const nowhere = `${run.subject.path}/00000000-0000-4000-8000-000000000000`;
  const hadDraft = model.draft !== null;
  const response = await send(step, before ?? iris[step.target] ?? nowhere);
  const want = applyToModel(model, meant, now);
  const status = step.kind === 'upload' && want.status === 200 ? 201 : want.status;
  expect([step, response.status]).toEqual([step, status]);
  if (want.shows !== null) expect(response.body).toMatchObject(shown(want.shows));
  if (model.draft !== null && !hadDraft) iris.draft = response.body['@id'];
  if (model.draft === null && hadDraft) {
    if (step.kind !== 'delete') iris.published ??= iris.draft;
    iris.draft = null;
  }
  if (model.published === null) iris.published = null;
}

async function runSequence(
  subject: Subject,
  commands: readonly Command[],
  startsPublished: boolean,
): Promise<void> {
  let now = clock.now().getTime() / MINUTE;
  const first: Row = { headline: 'x', body: 'y', file: null, date: startsPublished ? now - 60 : null };
  const publishedAt = first.date === null ? null : new Date(first.date * MINUTE).toISOString();
  const placed = await subject.create({ headline: 'x', body: 'y', publishedAt });
  const side: Target = startsPublished ? 'published' : 'draft';
  const run: Run = {
    ...placed,
    subject,
    model: { published: null, draft: null, [side]: first },
    iris: { published: null, draft: null, [side]: placed.iri },
  };
  for (const step of commands) {
    if (step.kind === 'wait') {
      clock.forward(step.minutes * MINUTE);
      now += step.minutes;
      continue;
    }
    const hadPublished = run.iris.published !== null;
    if (step.kind === 'race') {
      passTime(run, now);
      await race(run, step);
    } else await request(run, step, now);
    if (run.model.published === null && run.model.draft === null) return;
    // The route is deleted with the published record (core.md section 14), so its draft has none.
    if (subject === pageData && hadPublished && run.model.published === null) return;
    await checkState(run);
  }
}

describe('any sequence of edits, uploads, publications, waits and deletions', () => {
  test.each([
    ['components in a position', leaflets],
    ['page data with a route', pageData],
  ])(
    'of %s ends in the state that the publication rules define',
    { timeout: 600_000 },
    async (_name, subject) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(subject.commands, { minLength: 3, maxLength: 14 }),
          fc.boolean(),
          (commands, startsPublished) => runSequence(subject, commands, startsPublished),
        ),
        { numRuns: propertyRuns(30) },
      );
    },
  );
});
