import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PublishingApp } from '../publishing/support.js';
import { startPublishingApp } from '../publishing/support.js';

const ADMIN = { as: 'admin' } as const;
let app: PublishingApp;
beforeAll(async () => {
  app = await startPublishingApp(undefined, { publishable: { permission: "is_granted('ROLE_USER')" } });
});
afterAll(() => app.close());

/** Creates a group that names its owner as front ends do. */
async function groupOf(owner: string): Promise<string> {
  const { '@id': iri } = await app.create('/_/component_groups', {
    reference: `primary_${owner}_${randomUUID()}`,
    location: owner,
  });
  return iri;
}

describe('the reference and the location of a component group', () => {
  test('do not show the IRI of a draft to callers who cannot see it', async () => {
    const { '@id': article } = await app.create('/component/articles', {
      headline: 'x',
      body: 'b',
      publishedAt: 'now',
    });
    const { '@id': draft } = (await app.patch(article, { headline: 'y' }, ADMIN)).body;
    const { '@id': fresh } = await app.create('/component/articles', { headline: 'z' });
    for (const owner of [
      draft,
      fresh,
      fresh.replace('/_api', ''),
      `https://example.com${fresh.toUpperCase()}`,
    ]) {
      const iri = await groupOf(owner.replace('/_API/COMPONENT/ARTICLES', '/_api/component/articles'));
      const id = owner.slice(-36).toLowerCase();
      for (const as of ['anonymous', 'user'] as const) {
        const { text, headers, status } = await app.get(iri, { as });
        expect([status, text.toLowerCase().includes(id)]).toEqual([200, false]);
        expect(headers.get('cache-tags') ?? '').not.toContain(id);
        expect((await app.get('/_/component_groups?perPage=100', { as })).text.toLowerCase()).not.toContain(
          id,
        );
      }
      expect((await app.get(iri, ADMIN)).text.toLowerCase()).toContain(id);
    }
  });

  test('show the IRIs of published records and every other text', async () => {
    const { '@id': article } = await app.create('/component/articles', {
      headline: 'x',
      body: 'b',
      publishedAt: 'now',
    });
    const { body } = await app.get(await groupOf(article));
    expect([body.location, body.reference]).toEqual([
      article,
      expect.stringContaining(`primary_${article}_`),
    ]);
    expect((await app.get(await groupOf('top'))).body.location).toBe('top');
  });

  test('are shown again when the draft is published', async () => {
    const { '@id': draft } = await app.create('/component/articles', { headline: 'late', body: 'b' });
    const iri = await groupOf(draft);
    expect((await app.get(iri)).body).not.toHaveProperty('location');
    await app.patch(draft, { publishedAt: '2020-01-01T00:00:00Z' }, ADMIN);
    expect((await app.get(iri)).body.location).toBe(draft);
  });

  test('are kept if a writer who cannot see them changes something else', async () => {
    const { '@id': draft } = await app.create('/component/articles', { headline: 'kept' });
    const iri = await groupOf(draft);
    expect((await app.patch(iri, { allowedComponents: null }, { as: 'user' })).status).toBe(200);
    expect((await app.get(iri, ADMIN)).body.location).toBe(draft);
  });
});
