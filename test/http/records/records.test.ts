import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, MISSING_ID, startCoreApp, violations, type CoreApp } from '../core/core-app.js';

const LIST = '/record/enquiries';
const READERS = ['anonymous', 'user'] as const;
let app: CoreApp;
beforeAll(async () => {
  app = await startCoreApp();
});
afterAll(() => app.close());

const anEnquiry = (body = {}) =>
  app.create(LIST, { email: `${Math.random().toString(36).slice(2)}@example.com`, ...body });
const listed = async (query: string): Promise<readonly string[]> =>
  (await app.get(`${LIST}?${query}`, ADMIN)).body.member.map((one: { text?: string }) => one.text);

describe('a record', () => {
  test('has an id, its own members and timestamps, and nothing of pages', async () => {
    const { status, body } = await app.post(LIST, { email: 'ann@example.com', text: 'Hello' }, ADMIN);
    expect(status).toBe(201);
    expect(body).toEqual({
      '@context': `${app.config.apiPrefix}/contexts/Enquiry`,
      '@id': `${app.config.apiPrefix}${LIST}/${body.id}`,
      '@type': 'Enquiry',
      id: body.id,
      email: 'ann@example.com',
      text: 'Hello',
      replies: [],
      sentAt: body.sentAt,
      modifiedAt: body.sentAt,
      _metadata: { persisted: true },
    });
    expect(Date.now() - Date.parse(body.sentAt)).toBeLessThan(60_000);
    expect((await app.get(body['@id'], ADMIN)).body).toEqual(body);
  });

  test.each(['uiComponent', 'uiClassNames', 'componentGroups', 'componentPositions', 'publishedAt'])(
    'ignores %s and reports it',
    async (member) => {
      const answer = await app.post(LIST, { email: `${member}@example.com`, [member]: [] }, ADMIN);
      expect(answer.status).toBe(201);
      expect(answer.headers.get('x-ignored')).toContain(member);
      expect(answer.body).not.toHaveProperty(member);
    },
  );

  test('is changed, replaced and deleted by administrators', async () => {
    const { '@id': iri, sentAt } = await anEnquiry({ text: 'first' });
    const patched = await app.patch(iri, { text: 'second' }, ADMIN);
    expect([patched.status, patched.body.text, patched.body.sentAt]).toEqual([200, 'second', sentAt]);
    const replaced = await app.put(iri, { email: 'new@example.com' }, ADMIN);
    expect([replaced.status, replaced.body.email, replaced.body.sentAt]).toEqual([
      200,
      'new@example.com',
      sentAt,
    ]);
    expect(replaced.body).not.toHaveProperty('text');
    expect((await app.delete(iri, ADMIN)).status).toBe(204);
    expect((await app.get(iri, ADMIN)).status).toBe(404);
  });

  test('follows the rules of its type', async () => {
    const twin = { email: 'twin@example.com', subject: 'same' };
    await app.create(LIST, twin);
    expect(violations(await app.post(LIST, twin, ADMIN))).toEqual([['email', 'This value is already used.']]);
    expect(violations(await app.post(LIST, {}, ADMIN))[0]?.[0]).toBe('email');
    const both = await Promise.all(
      ['a', 'b'].map((text) => app.post(LIST, { email: 'once@example.com', subject: 'x', text }, ADMIN)),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
  });

  test('is searched, filtered and sorted like any other type, newest first by default', async () => {
    const widget = await app.aWidget({ label: 'Kites' });
    const other = await app.aWidget({ label: 'Boats' });
    for (const [text, about] of [
      ['one', widget],
      ['two', other],
      ['three', widget],
    ] as const)
      await anEnquiry({ email: `${text}@list.example`, text, about: about['@id'] });
    expect(await listed('search=list.example')).toEqual(['three', 'two', 'one']);
    expect(await listed('search=Kites')).toEqual(['three', 'one']);
    expect(await listed('search=list.example&order[email]=asc')).toEqual(['one', 'three', 'two']);
    expect(await listed(`about=${String(other['@id'])}`)).toEqual(['two']);
    expect(await listed('email=one@list.example')).toEqual(['one']);
    expect(await listed('search=list.example&since[after]=2999-01-01')).toEqual([]);
    const page = (await app.get(`${LIST}?search=list.example&perPage=2&page=2`, ADMIN)).body;
    expect([page.totalItems, page.member.length]).toEqual([3, 1]);
  });

  test('follows its relations', async () => {
    const widget = await app.aWidget({ label: 'Lamps' });
    const question = await anEnquiry({ about: widget['@id'] });
    const answer = await anEnquiry({ answers: question['@id'] });
    expect((await app.get(question['@id'], ADMIN)).body.replies).toEqual([answer['@id']]);
    await app.delete(widget['@id'], ADMIN);
    expect((await app.get(question['@id'], ADMIN)).body).not.toHaveProperty('about');
    await app.delete(question['@id'], ADMIN);
    expect((await app.get(answer['@id'], ADMIN)).status).toBe(404);
  });

  test('cannot be referenced as another type', async () => {
    const { '@id': iri } = await anEnquiry();
    const answer = await app.post(LIST, { email: 'w@example.com', about: iri }, ADMIN);
    expect(violations(answer)).toEqual([
      ['about', 'This value should be the IRI of a resource of type Widget.'],
    ]);
  });
});

describe('a record that the caller cannot read', () => {
  test.each(READERS)('reveals nothing to %s in any response', async (as) => {
    const { '@id': iri } = await anEnquiry({ email: 'secret@example.com' });
    const refused = as === 'anonymous' ? 401 : 403;
    const requested = [
      app.get(LIST, { as }),
      app.get(`${LIST}?email=secret@example.com`, { as }),
      app.get(`${LIST}?search=secret`, { as }),
      app.get(iri, { as }),
      app.get(`${LIST}/${MISSING_ID}`, { as }),
      app.post(LIST, { email: 'x@example.com' }, { as }),
      app.patch(iri, { text: 'x' }, { as }),
      app.put(iri, { email: 'x@example.com' }, { as }),
      app.delete(iri, { as }),
    ];
    for (const { status, text, headers } of await Promise.all(requested)) {
      expect([refused, 404]).toContain(status);
      expect(text).not.toContain('secret@');
      expect([...headers.values()].join()).not.toContain(iri);
      expect(headers.get('cache-control')).not.toContain('public');
    }
    expect((await app.get(iri, ADMIN)).body.email).toBe('secret@example.com');
  });

  test('does not hide its type from visitors in documents about all types', async () => {
    const { apiPrefix } = app.config;
    expect((await app.get('/')).body.enquiry).toBe(`${apiPrefix}${LIST}`);
    expect((await app.get('/contexts/Enquiry')).body['@context']).toMatchObject({
      id: 'Enquiry/id',
      email: 'Enquiry/email',
      about: { '@id': 'Enquiry/about', '@type': '@id' },
    });
    const documentation = JSON.stringify((await app.get('/docs.jsonld')).body);
    expect(documentation).toContain('Enquiry');
    expect((await app.get(`${LIST}/${MISSING_ID}/usage`, ADMIN)).status).toBe(404);
  });
});

describe('a record outside pages', () => {
  test('cannot be placed in a position, and no group allows it', async () => {
    const { '@id': iri } = await anEnquiry();
    const group = await app.aGroup();
    const position = await app.post(
      '/_/component_positions',
      { componentGroup: group['@id'], component: iri },
      ADMIN,
    );
    expect(position.status).toBe(422);
    expect(violations(position)[0]?.[0]).toBe('component');
    for (const name of ['Enquiry', LIST, `${app.config.apiPrefix}${LIST}`]) {
      const answer = await app.post(
        '/_/component_groups',
        { reference: `r-${name}`, location: 'top', allowedComponents: [name] },
        ADMIN,
      );
      expect(violations(answer)).toEqual([
        [
          'allowedComponents[0]',
          `\`${name}\` is not a component type. Name a type or the IRI of its collection.`,
        ],
      ]);
    }
  });

  test('is listed by a Collection component for callers who can list it, and omitted for others', async () => {
    await anEnquiry({ email: 'listed@example.com' });
    const { '@id': iri } = await app.create('/component/collections', { resourceIri: LIST });
    const shown = await app.get(iri, ADMIN);
    expect(JSON.stringify(shown.body.collection)).toContain('listed@example.com');
    for (const as of READERS) {
      const { status, text, headers } = await app.get(iri, { as });
      expect(status).toBe(200);
      expect(text).not.toContain('listed@');
      expect([...headers.values()].join()).not.toContain('/record/enquiries/');
    }
  });

  test('is never an orphan, and deleting all orphans keeps it', async () => {
    const { '@id': iri } = await anEnquiry();
    const { body } = await app.post('/_/orphaned_resources/delete', { all: true }, ADMIN);
    expect(JSON.stringify(body)).not.toContain('/record/');
    expect((await app.get(iri, ADMIN)).status).toBe(200);
    const named = await app.post('/_/orphaned_resources/delete', { iris: [iri] }, ADMIN);
    expect(named.body.rejected).toEqual([{ iri, reason: 'not_orphaned' }]);
  });
});
