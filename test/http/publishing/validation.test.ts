import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Resource, ResourceTypes } from '../../../generated/client/core.js';
import { createClient } from '../../../generated/client/index.js';
import type { PublishingApp } from './support.js';
import { startPublishingApp } from './support.js';

let app: PublishingApp;
beforeAll(async () => {
  app = await startPublishingApp();
});
afterAll(() => app.close());

const admin = { as: 'admin' } as const;
const NOTHING = { headline: '' };
const DRAFT_ONLY = { headline: 'A' };
const PUBLICATION = { headline: 'A', body: 'b' };
/** As in a generated client. */
interface NoteTypes extends ResourceTypes {
  readonly document: { readonly '@id': string };
}
const FUTURE = '2999-01-01T00:00:00+00:00';

describe('validation of publishable components', () => {
  test.for<[string, object, string | null, string, number, string]>([
    ['nothing', NOTHING, null, '', 422, '0'],
    ['nothing', NOTHING, null, '?validate_published=true', 422, '0'],
    ['a draft only', DRAFT_ONLY, null, '', 201, '0'],
    ['a draft only', DRAFT_ONLY, null, '?validate_published=false', 201, '0'],
    ['a draft only', DRAFT_ONLY, null, '?validate_published=true', 422, '0'],
    ['publication', PUBLICATION, null, '', 201, '1'],
    ['publication', PUBLICATION, null, '?validate_published=true', 201, '1'],
    ['nothing', NOTHING, 'now', '', 422, '0'],
    ['a draft only', DRAFT_ONLY, 'now', '', 422, '0'],
    ['a draft only', DRAFT_ONLY, FUTURE, '', 422, '0'],
    ['publication', PUBLICATION, 'now', '', 201, '1'],
    ['publication', PUBLICATION, FUTURE, '', 201, '1'],
  ])(
    'of a body valid for %s (%j) dated %s with "%s" results in %i',
    async ([, body, publishedAt, query, status, header]) => {
      const posted = await app.post(`/component/articles${query}`, { ...body, publishedAt }, admin);
      expect([posted.status, posted.headers.get('valid-to-publish')]).toEqual([status, header]);
      const draft = (await app.create('/component/articles', { headline: 'B' }))['@id'];
      const patched = await app.patch(`${draft}${query}`, { ...body, publishedAt }, admin);
      expect([patched.status, patched.headers.get('valid-to-publish')]).toEqual([
        status === 201 ? 200 : status,
        header,
      ]);
    },
  );

  test('lists violations of publishing, to permitted callers only', async () => {
    const live = (await app.create('/component/articles', { ...PUBLICATION, publishedAt: 'now' }))['@id'];
    const { body, headers } = await app.patch(live, { body: '' }, admin);
    expect(headers.get('valid-to-publish')).toBe('0');
    expect(body._metadata.violations).toMatchObject({
      '@type': 'ConstraintViolationList',
      title: 'Validation Failed',
      detail: 'body: Write a body.',
      violations: [
        {
          propertyPath: 'body',
          message: 'Write a body.',
          title: 'Write a body.',
          code: 'c1051bb4-d103-4f74-8988-acbcafc7fdc3',
        },
      ],
    });
    const read = await app.get(body['@id'], admin);
    expect(read.body._metadata.violations).toEqual(body._metadata.violations);
    const anonymous = await app.get(live);
    expect(anonymous.headers.get('valid-to-publish')).toBeNull();
    expect(anonymous.body._metadata).not.toHaveProperty('violations');
    expect((await app.get(`${live}?published=true`, admin)).headers.get('valid-to-publish')).toBe('1');
    expect((await app.get(`${live}?published=true`, admin)).body._metadata).not.toHaveProperty('violations');
  });

  test('rejects before anything is written', async () => {
    const live = (await app.create('/component/articles', { ...PUBLICATION, publishedAt: 'now' }))['@id'];
    expect((await app.patch(`${live}?validate_published=true`, { body: '' }, admin)).status).toBe(422);
    expect((await app.get(live, admin)).body['@id']).toBe(live);
    const draft = (await app.patch(live, { body: '' }, admin)).body['@id'];
    expect((await app.patch(live, { publishedAt: 'now' }, admin)).status).toBe(422);
    expect((await app.get(draft, admin)).body).not.toHaveProperty('publishedAt');
    const count = (await app.get('/component/articles', admin)).body.totalItems;
    expect((await app.post('/component/articles', DRAFT_ONLY, { as: 'user' })).status).toBe(422);
    expect((await app.get('/component/articles', admin)).body.totalItems).toBe(count);
  });

  test('has valid-to-publish: 0 in other errors for permitted callers', async () => {
    const missing = '/component/articles/00000000-0000-4000-8000-000000000000';
    expect((await app.get(missing, admin)).headers.get('valid-to-publish')).toBe('0');
    expect((await app.get(missing)).headers.get('valid-to-publish')).toBeNull();
    expect(
      (await app.get('/_/layouts/00000000-0000-4000-8000-000000000000', admin)).headers.get(
        'valid-to-publish',
      ),
    ).toBeNull();
  });
});

describe('the soft validation', () => {
  const content = {
    headline: fc.constantFrom('A', 'B', ''),
    body: fc.constantFrom(undefined, null, '', 'b'),
    // Mostly unused: a slug is unique, and a duplicate is rejected before it is stored.
    slug: fc.oneof(fc.constantFrom(undefined, null, 'taken'), fc.uuid()),
  };
  const state = fc.record({
    first: fc.record(content),
    isPublished: fc.boolean(),
    isScheduled: fc.boolean(),
    edits: fc.array(fc.record(content), { maxLength: 2 }),
  });
  type State = typeof state extends fc.Arbitrary<infer Value> ? Value : never;
  const unedited = { isPublished: false, isScheduled: false, edits: [] };
  /** One state for each result, because random runs may omit one of the two. */
  const examples: [State][] = [
    [{ first: { headline: 'A', body: 'b', slug: null }, ...unedited }],
    [{ first: { headline: 'A', body: '', slug: null }, ...unedited }],
  ];

  test('returns 0 exactly if the same state fails a hard validation', { timeout: 120_000 }, async () => {
    const seen = new Set<string | null>();
    await fc.assert(
      fc.asyncProperty(state, async ({ first, isPublished, isScheduled, edits }) => {
        const created = await app.post('/component/articles', first, admin);
        if (created.status === 422) return; // no draft either: no headline, or a duplicate slug
        const iri = created.body['@id'];
        if (isPublished) await app.patch(iri, { publishedAt: 'now' }, admin);
        for (const edit of edits) await app.patch(iri, edit, admin);
        if (isScheduled) await app.patch(iri, { publishedAt: FUTURE }, admin);
        for (const which of ['', 'published=true&']) {
          const soft = await app.get(`${iri}?${which}`, admin);
          if (soft.status === 404) continue;
          const header = soft.headers.get('valid-to-publish');
          const hard = await app.patch(`${iri}?${which}validate_published=true`, {}, admin);
          expect([hard.status, hard.headers.get('valid-to-publish')]).toEqual([
            header === '0' ? 422 : 200,
            header,
          ]);
          const notified = soft.body._metadata.violations?.violations ?? [];
          const paths = (list: readonly { propertyPath: string }[]): string[] =>
            list.map(({ propertyPath }) => propertyPath);
          expect(paths(notified)).toEqual(hard.status === 422 ? paths(hard.body.violations) : []);
          seen.add(header);
        }
      }),
      { numRuns: 40, examples },
    );
    expect([...seen].sort()).toEqual(['0', '1']);
  });
});

describe('a type with its own permission, names and groups', () => {
  test('allows only the callers that it names to edit drafts', async () => {
    const draft = await app.post('/component/notes', {}, { as: 'user' });
    expect(draft.status).toBe(201);
    expect(draft.body._metadata.publishable.published).toBe(false);
    expect(draft.headers.get('valid-to-publish')).toBe('0');
    expect((await app.get(draft.body['@id'])).status).toBe(404);
    const date = { customPublishedAt: '2020-05-10T14:07:56+00:00' };
    expect((await app.patch(draft.body['@id'], date, { as: 'user' })).status).toBe(422);
    const published = await app.patch(draft.body['@id'], { text: 'x', ...date }, { as: 'user' });
    expect(published.body).toMatchObject({
      ...date,
      _metadata: { publishable: { published: true, publishedAt: '2020-05-10T14:07:56.000+00:00' } },
    });
    const edited = await app.patch(draft.body['@id'], { text: 'y' }, { as: 'user' });
    expect(edited.body['@id']).not.toBe(draft.body['@id']);
    expect(edited.body.customPublished).toBe(draft.body['@id']);
    for (const name of ['customDraft', 'publishedResource', 'draftResource', 'publishedAt']) {
      expect(edited.body).not.toHaveProperty(name);
    }
    const live = await app.get(`${draft.body['@id']}?published=true`, { as: 'user' });
    expect(live.body._metadata.publishable.draftResource).toBe(edited.body['@id']);
    expect(live.body.customDraft).toBe(edited.body['@id']);
    const seen = await app.get(draft.body['@id']);
    expect(seen.body.text).toBe('x');
    expect(seen.text).not.toContain(edited.body['@id']);
    expect([seen.body.customDraft, seen.body.customPublished]).toEqual([undefined, undefined]);
  });

  test('is published and unpublished by the generated client under those names', async () => {
    const client = createClient({
      baseUrl: app.origin + app.config.apiPrefix,
      token: await app.token('user'),
    });
    const Note: Resource<NoteTypes> = {
      name: 'Note',
      path: '/component/notes',
      publicationField: 'customPublishedAt',
    };
    const draft = await client.create(Note, { text: 'a' });
    const published = await client.publish(Note, draft, app.testClock.now());
    expect((await app.get(draft['@id'])).body.text).toBe('a');
    const offline = await client.unpublish(Note, published);
    expect(offline['@id']).toBe(draft['@id']);
    expect((await app.get(draft['@id'])).status).toBe(404);
  });
});

describe('timestamps', () => {
  test('are set by the server under their own names and never by a body', async () => {
    const early = '2001-01-01T00:00:00+00:00';
    const before = app.testClock.now().getTime();
    const { body } = await app.post(
      '/component/notes',
      { text: 'a', made: early, touched: 'rubbish', createdAt: early },
      admin,
    );
    // Shown in full seconds.
    expect(Date.parse(body.made)).toBeGreaterThan(before - 1000);
    expect(Date.parse(body.made)).toBeLessThan(app.testClock.now().getTime());
    expect(body.touched).toBe(body.made);
    expect(body).not.toHaveProperty('createdAt');
    app.testClock.forward(5000);
    const patched = await app.patch(body['@id'], { text: 'b', made: early, touched: early }, admin);
    expect(patched.body.made).toBe(body.made);
    expect(Date.parse(patched.body.touched)).toBeGreaterThan(Date.parse(body.touched));
    const read = await app.get(body['@id'], admin);
    expect(read.body).toMatchObject({ made: body.made, touched: patched.body.touched });
    app.testClock.forward(5000);
    const unchanged = await app.patch(body['@id'], { text: 'b' }, admin);
    expect(unchanged.body.touched).toBe(patched.body.touched);
  });

  test('of a published row keep its creation date and show the time of the merge', async () => {
    const live = await app.create('/component/articles', { ...PUBLICATION, publishedAt: 'now' });
    app.testClock.forward(5000);
    const draft = await app.patch(live['@id'], { headline: 'B' }, admin);
    expect(draft.body.createdAt).toBe(live.createdAt);
    app.testClock.forward(5000);
    const merged = await app.patch(live['@id'], { publishedAt: 'now' }, admin);
    expect(merged.body.createdAt).toBe(live.createdAt);
    expect(Date.parse(merged.body.modifiedAt)).toBeGreaterThan(Date.parse(draft.body.modifiedAt));
  });

  test('of types without them are not shown', async () => {
    const { body } = await app.post('/component/boxes', { label: 'a', createdAt: 'x' }, admin);
    expect(body).not.toHaveProperty('createdAt');
    expect(body).not.toHaveProperty('modifiedAt');
    expect(body._metadata).toEqual({ persisted: true });
  });
});
