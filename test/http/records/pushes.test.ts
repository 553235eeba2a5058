import { afterEach, describe, expect, test } from 'vitest';
import type { Manifest } from '../../../runtime/kernel/contract/schema/manifest.js';
import type { TestApp } from '../../support/test-app.js';
import { testTypes } from '../../support/test-types.js';
import {
  arePublished,
  HUB_PATH,
  hubCookie,
  JWT,
  ORIGIN,
  patternsOf,
  startRealtimeApp,
  startWithHub,
  subscribe,
  tokenIn,
} from '../realtime/support.js';

const LIST = '/record/enquiries';
const ADMIN = { as: 'admin' } as const;
const PATTERN = `${ORIGIN}/_api/record/:c/:id\\?`;
const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});

/** Everyone can read those with a subject. */
const open: Manifest = {
  ...testTypes,
  resources: testTypes.resources.map((type) =>
    type.name === 'Enquiry'
      ? {
          ...type,
          security: { ...type.security, read: "object.subject == 'open' or is_granted('ROLE_ADMIN')" },
        }
      : type,
  ),
};

async function started(manifest: Manifest = testTypes) {
  const { app, hub } = await startWithHub({ manifest });
  opened.push(hub, app);
  const taken = async () => {
    await arePublished(app);
    return hub.updates
      .splice(0)
      .filter(({ topics }) => topics[0]?.includes(LIST))
      .map(({ topics, isPrivate, data }) => ({ topics, isPrivate, data }));
  };
  return { app, taken };
}

describe('updates of records', () => {
  test('are private, on the topic of the IRI, with the content that an administrator GETs', async () => {
    const { app, taken } = await started();
    const { '@id': iri } = await app.create(LIST, { email: 'ann@example.com' });
    const topics = [ORIGIN + iri];
    expect(await taken()).toEqual([{ topics, isPrivate: true, data: (await app.get(iri, ADMIN)).body }]);
    await app.patch(iri, { text: 'more' }, ADMIN);
    expect(await taken()).toMatchObject([{ topics, isPrivate: true, data: { text: 'more' } }]);
    await app.delete(iri, ADMIN);
    expect(await taken()).toEqual([{ topics, isPrivate: true, data: { '@id': iri } }]);
  });

  test('are public for content that everyone can read, with a notification when that ends', async () => {
    const { app, taken } = await started(open);
    const { '@id': iri } = await app.create(LIST, { email: 'ann@example.com', subject: 'open' });
    const topics = [ORIGIN + iri];
    expect(await taken()).toMatchObject([{ topics, isPrivate: false, data: { subject: 'open' } }]);
    await app.patch(iri, { subject: 'closed' }, ADMIN);
    expect(await taken()).toEqual([
      { topics, isPrivate: false, data: { '@id': iri } },
      { topics, isPrivate: true, data: (await app.get(iri, ADMIN)).body },
    ]);
  });
});

describe('topics of records', () => {
  const patternsFor = async (app: TestApp, as: 'user' | 'admin'): Promise<readonly string[]> => {
    const me = await app.get('/me', { as });
    const patterns: readonly string[] = me.body._metadata.mercureSubscribeTopics;
    expect(patternsOf(tokenIn(hubCookie(me.headers)))).toEqual(patterns);
    return patterns;
  };

  test.each([
    ['by base', {}, PATTERN],
    ['type by type', { secure_subscriptions: true }, `${ORIGIN}/_api${LIST}/:id\\?`],
  ])(
    'are granted only to administrators, %s, not to everyone who can see drafts',
    async (_how, mercure, pattern) => {
      const app = await startRealtimeApp({
        manifest: open,
        config: {
          mercure: { jwt: JWT, ...mercure },
          publishable: { permission: "is_granted('ROLE_USER')" },
        },
      });
      opened.push(app);
      const ofRecords = (patterns: readonly string[]): readonly string[] =>
        patterns.filter((one) => one.includes('/record/'));
      expect(ofRecords(await patternsFor(app, 'admin'))).toEqual([pattern]);
      expect(ofRecords(await patternsFor(app, 'user'))).toEqual([]);
      const stranger = patternsOf(tokenIn(hubCookie((await app.get('/me')).headers)));
      expect(ofRecords(stranger)).toEqual([]);
    },
  );

  test('of the embedded hub send a private record to an administrator and to no one else', async () => {
    const app = await startRealtimeApp({ manifest: testTypes });
    opened.push(app);
    const url = app.origin + HUB_PATH;
    const cookies = {
      admin: hubCookie((await app.get('/me', ADMIN)).headers),
      user: hubCookie((await app.get('/me', { as: 'user' })).headers),
      stranger: undefined,
    };
    const open = await Promise.all(
      Object.values(cookies).map((cookie) => subscribe(url, { query: 'match=*', cookie })),
    );
    opened.push(...open);
    const { '@id': iri } = await app.create(LIST, { email: 'ann@example.com' });
    await app.create('/component/widgets', { label: 'seen by all' });
    await arePublished(app);
    const [admin, user, stranger] = open;
    await expect.poll(() => admin?.events.map(({ data }) => data['@id'])).toContain(iri);
    const others = [...(user?.events ?? []), ...(stranger?.events ?? [])];
    expect(JSON.stringify(others)).not.toContain('/record/');
  });
});
