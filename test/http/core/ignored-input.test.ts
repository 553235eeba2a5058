import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { printIgnored } from '../../../runtime/kernel/endpoints/print-ignored.js';
import type { LogEntry } from '../../../runtime/kernel/ports/logger.js';
import { SILENT_LOGGER } from '../../../runtime/kernel/ports/logger.js';
import type { CoreApp } from './core-app.js';
import { startCoreApp } from './core-app.js';

let lines: LogEntry[] = [];
const log = { ...SILENT_LOGGER, warn: (entry: LogEntry) => void lines.push(entry) };
const ignoredIn = ({ headers }: { readonly headers: Headers }): string | null => headers.get('x-ignored');

let app: CoreApp;
beforeAll(async () => {
  app = await startCoreApp({ log });
});
beforeEach(() => void (lines = []));
afterAll(() => app.close());

const ADMIN = { as: 'admin' } as const;
let count = 0;
const aSpecimen = () => app.create('/component/specimens', { name: `one ${(count += 1)}` });

describe('the X-Ignored header', () => {
  test('names unknown members of a body, like a warning in the log', async () => {
    const response = await app.post('/component/specimens', { name: 'typo', nmae: 'x', amuont: 1 }, ADMIN);
    expect([response.status, ignoredIn(response)]).toEqual([201, 'nmae, amuont']);
    expect(lines).toContainEqual(expect.objectContaining({ ignored: 'nmae, amuont' }));
  });

  test.each(['patch', 'put'] as const)('names them in a %s', async (method) => {
    const { '@id': iri, name } = await aSpecimen();
    const response = await app[method](iri, { name, notess: 'x' }, ADMIN);
    expect([response.status, ignoredIn(response)]).toEqual([200, 'notess']);
  });

  test('is absent if a document is sent back as it was read, or with members that clients add', async () => {
    const { '@id': iri } = await aSpecimen();
    const { body } = await app.get(iri, ADMIN);
    const response = await app.patch(iri, { ...body, '@context': 'x', _metadata: { adding: {} } }, ADMIN);
    expect([response.status, ignoredIn(response)]).toEqual([200, null]);
    expect(lines).toEqual([]);
  });

  test('is absent for write-only members that the caller can write, and read-only ones', async () => {
    const { '@id': iri } = await aSpecimen();
    expect(
      ignoredIn(await app.patch(iri, { secret: 'x', serial: 'y', createdAt: 'z', id: 'q' }, ADMIN)),
    ).toBeNull();
  });

  test('names unknown parameters of a list, an item and a write', async () => {
    const { '@id': iri } = await aSpecimen();
    expect(ignoredIn(await app.get('/component/specimens?serach=x&page=1&itmesPerPage=2'))).toBe(
      '?serach, ?itmesPerPage',
    );
    expect(ignoredIn(await app.get(`${iri}?publishd=true&published=true`))).toBe('?publishd');
    expect(ignoredIn(await app.patch(`${iri}?also=1`, { neme: 1 }, ADMIN))).toBe('neme, ?also');
  });

  test('is absent for every parameter that a list declares', async () => {
    const query =
      'search=a&page=1&pagination=true&order[name]=asc&order[createdAt]=desc&level=low&size[gt]=1';
    expect(ignoredIn(await app.get(`/component/specimens?${query}`))).toBeNull();
    expect(ignoredIn(await app.get('/component/specimens?order[name]=asc&order[nmae]=asc'))).toBe(
      '?order[nmae]',
    );
  });

  test('names search for a type that has none', async () => {
    expect(ignoredIn(await app.get('/component/widgets?search=x'))).toBe('?search');
  });

  test.each(['adminNote', 'internal'])(
    '%s, hidden from the caller, is named like an unknown one',
    async (hidden) => {
      const { '@id': iri } = await aSpecimen();
      const asUser = { as: 'user' } as const;
      const sent = { [hidden]: 'x', unknown: 'x' };
      expect(ignoredIn(await app.patch(iri, sent, asUser))).toBe(`${hidden}, unknown`);
      expect(ignoredIn(await app.patch(iri, sent, ADMIN))).toBe('unknown');
    },
  );

  test('is readable for front ends of another origin', async () => {
    const { headers } = await app.get('/component/specimens?x=1', {
      headers: { Origin: 'http://localhost:3000' },
    });
    expect(headers.get('access-control-expose-headers')).toContain('X-Ignored');
  });

  test('contains names with any characters, and stays short', async () => {
    const body = { 'a\r\nSet-Cookie: b=c': 1, é: 1, 'x, y': 1, ['long'.repeat(100)]: 1 };
    const header = ignoredIn(await app.post('/component/widgets', body, ADMIN)) ?? '';
    expect(header).toMatch(/^a%0d%0aSet-Cookie:%20b%3dc, %c3%a9, x%2c%20y, (long){15}\.\.\.$/);
    const many = Object.fromEntries(
      Array.from({ length: 90 }, (_, index) => [`${'m'.repeat(50)}${index}`, 1]),
    );
    const cut = ignoredIn(await app.post('/component/widgets', many, ADMIN)) ?? '';
    expect(cut.length).toBeLessThan(1100);
    expect(cut).toMatch(/, \.\.\.$/);
  });
});

describe('X-Ignored of other endpoints', () => {
  test('names members of users that the sender cannot write and that no user shows', async () => {
    const superAdmin = { as: 'superAdmin' } as const;
    const sent = { username: 'iggy', emailAddress: 'iggy@example.com', plainPassword: 'long enough' };
    const created = await app.post('/users', { ...sent, emial: 'x', enabled: true }, superAdmin);
    expect([created.status, ignoredIn(created)]).toEqual([201, 'emial']);
    const iri = String(created.body['@id']);
    const changed = await app.patch(`${iri}?also=1`, { ...created.body, roels: [] }, superAdmin);
    expect([changed.status, ignoredIn(changed)]).toEqual([200, 'roels, ?also']);
    expect(lines).toContainEqual(expect.objectContaining({ ignored: 'roels, ?also' }));
    expect(ignoredIn(await app.get(`${iri}?x=1`, superAdmin))).toBe('?x');
  });

  test('names unknown parameters of the list of users', async () => {
    const query = 'search=a&page=1&order[username]=asc&order[emailAddress]=asc&serach=b';
    expect(ignoredIn(await app.get(`/users?${query}`, { as: 'superAdmin' }))).toBe(
      '?order[emailAddress], ?serach',
    );
  });

  test('names members that the generation of a route ignores', async () => {
    const layout = await app.create('/_/layouts', { reference: 'ignored', uiComponent: 'X' });
    const page = await app.create('/_/pages', {
      reference: 'ignored',
      title: 'Ignored',
      isTemplate: false,
      uiComponent: 'X',
      layout: layout['@id'],
    });
    const body = { page: page['@id'], liveAt: null, path: '/mine' };
    const generated = await app.post('/_/routes/generate?x=1', body, ADMIN);
    expect([generated.status, ignoredIn(generated)]).toEqual([201, 'path, ?x']);
  });
});

describe('X-Ignored in production', () => {
  test('is absent, while the log still names ignored input', async () => {
    const production = await startCoreApp({
      log: { ...SILENT_LOGGER, debug: (entry: LogEntry) => void lines.push(entry) },
      config: { mercure: false },
      env: {
        NODE_ENV: 'production',
        MAILER_FROM: 'website@example.com',
        ADMIN_PASSWORD: 'long enough for production',
      },
    });
    try {
      const response = await production.get('/component/specimens?serach=x');
      expect([response.status, ignoredIn(response)]).toEqual([200, null]);
      expect(lines).toContainEqual(expect.objectContaining({ ignored: '?serach' }));
    } finally {
      await production.close();
    }
  });
});

describe('printIgnored', () => {
  test('prints at most twenty names', () => {
    const names = Array.from({ length: 30 }, (_, index) => `n${index}`);
    expect(printIgnored(names).split(', ')).toHaveLength(21);
    expect(printIgnored(names.slice(0, 20))).not.toContain('...');
  });

  test('accepts an unpaired surrogate', () => expect(printIgnored(['a\ud800'])).toBe('a%ef%bf%bd'));
});
