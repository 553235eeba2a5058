import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PublishingApp } from './support.js';
import { inMinutes, MINUTE, startPublishingApp } from './support.js';

let app: PublishingApp;
beforeAll(async () => {
  app = await startPublishingApp();
});
afterAll(() => app.close());

const admin = { as: 'admin' } as const;
const user = { as: 'user' } as const;
const DAY = 24 * 60;

async function published(headline = 'First'): Promise<string> {
  const body = { headline, body: 'text', publishedAt: '2020-01-01T00:00:00+00:00' };
  return (await app.create('/component/articles', body))['@id'];
}

async function pair(): Promise<{ readonly live: string; readonly draft: string }> {
  const live = await published();
  const { body } = await app.patch(live, { headline: 'Second' }, admin);
  return { live, draft: body['@id'] };
}

describe('POST of a publishable component', () => {
  test.each<[string, { publishedAt?: string | null }, boolean]>([
    ['no date', {}, false],
    ['a null date', { publishedAt: null }, false],
    ['a future date', { publishedAt: '2999-12-31T23:59:59+00:00' }, false],
    ['a past date', { publishedAt: '2020-01-01T00:00:00+00:00' }, true],
    ['now', { publishedAt: 'now' }, true],
  ])('stores %s as a permitted caller sent it', async (_name, date, isPublished) => {
    const response = await app.post('/component/articles', { headline: 'A', body: 'b', ...date }, admin);
    expect(response.status).toBe(201);
    expect(response.body._metadata.publishable).toMatchObject({
      published: isPublished,
      draftResource: null,
      locationCount: 0,
    });
    if (typeof date.publishedAt === 'string' && date.publishedAt !== 'now') {
      expect(response.body.publishedAt).toBe(date.publishedAt);
      expect(response.body._metadata.publishable.publishedAt).toBe(date.publishedAt.replace('+', '.000+'));
    } else if (!isPublished) {
      expect(response.body).not.toHaveProperty('publishedAt');
    }
    expect((await app.get(response.body['@id'])).status).toBe(isPublished ? 200 : 404);
    expect((await app.get(response.body['@id'], user)).status).toBe(isPublished ? 200 : 404);
    expect((await app.get(response.body['@id'], admin)).status).toBe(200);
  });

  test('publishes immediately for a caller without permission, whatever date the body contains', async () => {
    for (const publishedAt of [undefined, null, '2999-01-01T00:00:00+00:00', '2001-01-01', 'rubbish', 7]) {
      const before = app.testClock.now().getTime();
      const response = await app.post('/component/articles', { headline: 'A', body: 'b', publishedAt }, user);
      expect(response.status).toBe(201);
      expect(response.body._metadata.publishable.published).toBe(true);
      const published = Date.parse(response.body._metadata.publishable.publishedAt);
      expect(published).toBeGreaterThan(before);
      expect(published).toBeLessThan(app.testClock.now().getTime());
      expect(response.headers.get('valid-to-publish')).toBeNull();
    }
  });

  test('ignores the associations silently', async () => {
    const other = await published();
    const body = { headline: 'A', publishedResource: other, draftResource: other };
    const response = await app.post('/component/articles', body, admin);
    expect(response.status).toBe(201);
    expect(response.body).not.toHaveProperty('publishedResource');
    expect(response.body._metadata.publishable.draftResource).toBeNull();
  });
});

describe('GET of a publishable item', () => {
  test('returns the draft to permitted callers and the published row to everyone else', async () => {
    const { live, draft } = await pair();
    const read = async (path: string, options = {}): Promise<[number, string | undefined]> => {
      const response = await app.get(path, options);
      return [response.status, response.body['@id']];
    };
    expect(await read(live, admin)).toEqual([200, draft]);
    expect(await read(draft, admin)).toEqual([200, draft]);
    expect(await read(`${live}?published=false`, admin)).toEqual([200, draft]);
    for (const flag of ['true', '1', 'on', 'yes']) {
      expect(await read(`${live}?published=${flag}`, admin)).toEqual([200, live]);
    }
    expect((await read(`${draft}?published=true`, admin))[0]).toBe(404);
    for (const caller of [{}, user]) {
      expect(await read(live, caller)).toEqual([200, live]);
      expect(await read(`${live}?published=true`, caller)).toEqual([200, live]);
      expect(await read(`${live}?published=false`, caller)).toEqual([200, live]);
      expect((await read(draft, caller))[0]).toBe(404);
      expect((await read(`${draft}?published=false`, caller))[0]).toBe(404);
    }
  });

  test('shows the associations to permitted callers only', async () => {
    const { live, draft } = await pair();
    const asAdmin = await app.get(`${live}?published=true`, admin);
    expect(asAdmin.body.draftResource).toBe(draft);
    expect(asAdmin.body._metadata.publishable.draftResource).toBe(draft);
    expect((await app.get(draft, admin)).body.publishedResource).toBe(live);
    for (const caller of [{}, user]) {
      const { body, text } = await app.get(live, caller);
      expect(body).not.toHaveProperty('draftResource');
      expect(body._metadata.publishable).toMatchObject({ published: true, draftResource: null });
      expect(text).not.toContain(draft);
    }
  });
});

describe('GET of a publishable collection', () => {
  test('contains each pair once: its draft for permitted callers, its published row for others', async () => {
    const { live, draft } = await pair();
    const lone = (await app.create('/component/articles', { headline: 'Lone' }))['@id'];
    const ids = async (query: string, options = {}): Promise<string[]> => {
      const { body } = await app.get(`/component/articles?perPage=100${query}`, options);
      expect(body.totalItems).toBe(body.member.length);
      return body.member.map((member: { '@id': string }) => member['@id']);
    };
    expect(await ids('', admin)).toEqual(expect.arrayContaining([draft, lone]));
    expect(await ids('', admin)).not.toContain(live);
    expect(await ids('&published=true', admin)).toContain(live);
    expect(await ids('&published=true', admin)).not.toEqual(expect.arrayContaining([draft]));
    for (const caller of [{}, user]) {
      for (const query of ['', '&published=false', '&search=', '&search=Lone', '&search=Second']) {
        const found = await ids(query, caller);
        expect(found).not.toContain(draft);
        expect(found).not.toContain(lone);
      }
      expect(await ids('', caller)).toContain(live);
      expect((await app.get('/component/articles', caller)).text).not.toContain(draft);
    }
    expect(await ids('&search=second', admin)).toContain(draft);
  });
});

describe('PATCH of a publishable item', () => {
  test('of a published row by a permitted caller creates one draft and does not change the row', async () => {
    const live = await published();
    const first = await app.patch(live, { headline: 'Second', uiComponent: 'Wide' }, admin);
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({
      headline: 'Second',
      body: 'text',
      publishedResource: live,
      uiComponent: 'Wide',
    });
    expect(first.body['@id']).not.toBe(live);
    expect(first.body).not.toHaveProperty('publishedAt');
    expect(first.body._metadata.publishable).toMatchObject({ published: false, locationCount: 0 });
    const second = await app.patch(live, { body: 'more' }, admin);
    expect(second.body['@id']).toBe(first.body['@id']);
    const third = await app.patch(first.body['@id'], { headline: 'Third' }, admin);
    expect(third.body).toMatchObject({ '@id': first.body['@id'], headline: 'Third', body: 'more' });
    expect((await app.get(live)).body).toMatchObject({ headline: 'First', body: 'text' });
  });

  test('by a caller without permission changes the published row in place and ignores its date', async () => {
    const { live, draft } = await pair();
    const response = await app.patch(live, { headline: 'Now', publishedAt: null }, user);
    expect(response.body).toMatchObject({
      '@id': live,
      headline: 'Now',
      publishedAt: '2020-01-01T00:00:00+00:00',
    });
    expect((await app.get(draft, admin)).body.headline).toBe('Second');
    expect((await app.patch(draft, { headline: 'No' }, user)).status).toBe(404);
    expect((await app.patch(draft, { headline: 'No' })).status).toBe(401);
  });

  test('with only a past date does not change an active row', async () => {
    const live = await published();
    for (const publishedAt of ['now', '2010-01-01T00:00:00+00:00']) {
      const response = await app.patch(live, { publishedAt }, admin);
      expect(response.status).toBe(200);
      expect(response.body).toMatchObject({ '@id': live, publishedAt: '2020-01-01T00:00:00+00:00' });
    }
    expect((await app.patch(live, { unknown: 1, createdAt: 'x', '@id': 'y' }, admin)).body['@id']).toBe(live);
    const { body } = await app.patch(live, { publishedAt: 'now', headline: 'Second' }, admin);
    expect(body).toMatchObject({ headline: 'Second', publishedResource: live });
    expect(body).not.toHaveProperty('publishedAt');
  });

  test('with only a null date creates a plain copy and unpublishes nothing', async () => {
    const live = await published();
    const { body } = await app.patch(live, { publishedAt: null }, admin);
    expect(body).toMatchObject({ publishedResource: live, headline: 'First' });
    expect((await app.get(live)).status).toBe(200);
  });

  test('with a future date schedules the draft of a published row, on either IRI', async () => {
    const live = await published();
    const at = '2999-12-31T23:59:59+00:00';
    const scheduled = await app.patch(live, { publishedAt: at }, admin);
    expect(scheduled.body).toMatchObject({ publishedResource: live, publishedAt: at });
    expect(scheduled.headers.get('expires')).toBe('Tue, 31 Dec 2999 23:59:59 GMT');
    expect((await app.get(live)).headers.get('expires')).toBe('Tue, 31 Dec 2999 23:59:59 GMT');
    const undated = await app.patch(scheduled.body['@id'], { publishedAt: null }, admin);
    expect(undated.body).not.toHaveProperty('publishedAt');
    expect(undated.headers.get('expires')).toBeNull();
    expect((await app.get(live)).headers.get('expires')).toBeNull();
  });

  test('changes the state of a draft without a published row under one IRI', async () => {
    const lone = (await app.create('/component/articles', { headline: 'A', body: 'b' }))['@id'];
    const at = inMinutes(DAY, app.testClock);
    expect((await app.patch(lone, { publishedAt: at }, admin)).body).toMatchObject({ '@id': lone });
    expect((await app.patch(lone, { publishedAt: null }, admin)).body).not.toHaveProperty('publishedAt');
    const { body } = await app.patch(lone, { publishedAt: 'now' }, admin);
    expect(body).toMatchObject({ '@id': lone, _metadata: { publishable: { published: true } } });
    expect((await app.get(lone)).status).toBe(200);
  });

  test.each(['live', 'draft'] as const)(
    'publishes the draft under the published IRI when sent to the %s one',
    async (which) => {
      const iris = await pair();
      const before = (await app.get(iris.live)).body;
      const { status, body } = await app.patch(iris[which], { body: 'new', publishedAt: 'now' }, admin);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        '@id': iris.live,
        headline: 'Second',
        body: 'new',
        createdAt: before.createdAt,
      });
      expect(body._metadata.publishable).toMatchObject({ published: true, draftResource: null });
      expect(body.publishedAt).not.toBe(before.publishedAt);
      expect(body).not.toHaveProperty('draftResource');
      expect((await app.get(iris.draft, admin)).status).toBe(404);
      expect((await app.get(iris.live)).body).toMatchObject({ headline: 'Second', body: 'new' });
    },
  );

  test('of the published row by ?published=true is in place and cannot change the date', async () => {
    const { live, draft } = await pair();
    const path = `${live}?published=true`;
    const changed = await app.patch(path, { headline: 'Hot fix' }, admin);
    expect(changed.body).toMatchObject({ '@id': live, headline: 'Hot fix' });
    expect((await app.get(draft, admin)).body.headline).toBe('Second');
    for (const publishedAt of ['now', '2999-01-01T00:00:00+00:00']) {
      const refused = await app.patch(path, { publishedAt }, admin);
      expect(refused.status).toBe(422);
      expect(refused.body).toMatchObject({
        '@type': 'Error',
        detail: 'You cannot change the publication date of a published resource.',
      });
    }
    const echoed = await app.patch(path, { publishedAt: changed.body.publishedAt, headline: 'Same' }, admin);
    expect(echoed.body).toMatchObject({ '@id': live, headline: 'Same' });
    expect((await app.patch(`${path}&validate_published=false`, { body: '' }, admin)).status).toBe(422);
    expect((await app.patch(`${draft}?published=true`, { headline: 'x' }, admin)).status).toBe(404);
  });

  test('lets a draft keep and restore the unique values of its published row', async () => {
    const body = { headline: 'A', body: 'b', slug: 'its own', publishedAt: 'now' };
    const live = (await app.create('/component/articles', body))['@id'];
    await app.patch(live, { slug: 'another' }, admin);
    expect((await app.patch(live, { slug: body.slug }, admin)).status).toBe(200);
    expect((await app.post('/component/articles', body, admin)).status).toBe(422);
  });

  test('of the same published row by many simultaneous requests creates one draft', async () => {
    const live = await published();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_value, index) => app.patch(live, { headline: `No ${index}` }, admin)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(6).fill(200));
    expect(new Set(answers.map(({ body }) => body['@id'])).size).toBe(1);
    await app.patch(live, { publishedAt: 'now' }, admin);
    expect((await app.get(`${live}?published=true`, admin)).body).not.toHaveProperty('draftResource');
  });
});

describe('DELETE of a publishable item', () => {
  test.each(['live', 'draft'] as const)(
    'by a permitted caller deletes the draft when sent to the %s IRI',
    async (which) => {
      const iris = await pair();
      expect((await app.delete(iris[which], admin)).status).toBe(204);
      expect((await app.get(iris.draft, admin)).status).toBe(404);
      expect((await app.get(iris.live, admin)).body).toMatchObject({ '@id': iris.live, headline: 'First' });
    },
  );

  test('with ?published=true deletes the published row and keeps the draft', async () => {
    const { live, draft } = await pair();
    expect((await app.delete(`${live}?published=true`, admin)).status).toBe(204);
    expect((await app.get(live)).status).toBe(404);
    const { body } = await app.get(draft, admin);
    expect(body).not.toHaveProperty('publishedResource');
    expect(body.headline).toBe('Second');
  });

  test('by a caller without permission deletes the published row and never a draft', async () => {
    const { live, draft } = await pair();
    expect((await app.delete(draft, user)).status).toBe(404);
    expect((await app.delete(live, user)).status).toBe(204);
    expect((await app.get(draft, admin)).status).toBe(200);
  });

  test('deletes single rows', async () => {
    const lone = (await app.create('/component/articles', { headline: 'A' }))['@id'];
    expect((await app.delete(`${lone}?published=true`, admin)).status).toBe(404);
    expect((await app.delete(`${lone}?published=false`, admin)).status).toBe(204);
    expect((await app.delete(await published(), admin)).status).toBe(204);
  });
});

describe('scheduled publishing', () => {
  test('publishes a draft without a published row at its publication date', async () => {
    const publishedAt = inMinutes(2, app.testClock);
    const lone = (await app.create('/component/articles', { headline: 'Later', body: 'b', publishedAt }))[
      '@id'
    ];
    expect((await app.get(lone)).status).toBe(404);
    const list = await app.get('/component/articles');
    expect(list.headers.get('cache-control')).toMatch(/s-maxage=\d+/);
    app.testClock.forward(3 * MINUTE);
    expect((await app.get(lone)).status).toBe(200);
    expect((await app.get('/component/articles?perPage=100')).text).toContain(lone);
  });

  test.each(['live', 'draft'] as const)(
    'merges a due draft for any caller who reads the %s IRI',
    async (which) => {
      const iris = await pair();
      await app.patch(iris.live, { publishedAt: inMinutes(2, app.testClock) }, admin);
      expect((await app.get(iris.live)).body.headline).toBe('First');
      app.testClock.forward(3 * MINUTE);
      const answers = await Promise.all([1, 2, 3, 4].map(() => app.get(iris.live)));
      for (const { status } of answers) expect(status).toBe(200);
      const due = which === 'live' ? answers[0] : undefined;
      const { body, headers } = due ?? (await app.get(iris.live));
      expect(body).toMatchObject({ '@id': iris.live, headline: 'Second' });
      expect(headers.get('expires')).toBeNull();
      app.testClock.forward(MINUTE);
      expect((await app.get(iris.draft, admin)).status).toBe(404);
    },
  );

  test('returns the published row for the IRI of a due draft', async () => {
    const { live, draft } = await pair();
    await app.patch(live, { publishedAt: inMinutes(2, app.testClock) }, admin);
    app.testClock.forward(3 * MINUTE);
    expect((await app.get(draft)).body).toMatchObject({ '@id': live, headline: 'Second' });
    app.testClock.forward(MINUTE);
    expect((await app.get(draft)).status).toBe(404);
  });

  test('merges due drafts before a list is read', async () => {
    const { live, draft } = await pair();
    await app.patch(live, { headline: 'Due in a list', publishedAt: inMinutes(2, app.testClock) }, admin);
    app.testClock.forward(3 * MINUTE);
    const { body, text } = await app.get('/component/articles?search=Due in a list');
    expect(body.member.map((member: { '@id': string }) => member['@id'])).toEqual([live]);
    expect(text).not.toContain(draft);
  });

  test('merges a due draft before a write, which goes to the published row or a new draft', async () => {
    const { live, draft } = await pair();
    await app.patch(live, { publishedAt: inMinutes(2, app.testClock) }, admin);
    app.testClock.forward(3 * MINUTE);
    const { body } = await app.patch(draft, { body: 'next' }, admin);
    expect(body).toMatchObject({ headline: 'Second', body: 'next', publishedResource: live });
    expect(body['@id']).not.toBe(draft);
    expect((await app.get(live)).body).toMatchObject({ headline: 'Second', body: 'text' });
  });
});
