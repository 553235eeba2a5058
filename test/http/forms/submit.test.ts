import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { speaksMysql } from '../../support/database.js';
import { MISSING_ID } from '../core/core-app.js';
import { nodeOf, startFormsApp, type FormsApp } from './support.js';

const NO_KEY = 'Form object key could not be found. Expected: "contact": { "input_name": "input_value" }';

let app: FormsApp;
let contact: string;
beforeAll(async () => {
  app = await startFormsApp();
  contact = await app.aForm('ContactType');
});
afterAll(() => app.close());

const VALID = { email: 'me@example.com', message: 'Hello', tags: ['red'], lines: ['one'] };

describe('PATCH /component/forms/{id}/submit', () => {
  test('validates only the fields that were sent', async () => {
    const answer = await app.patch(`${contact}/submit`, { contact: { email: 'nonsense' } });
    expect(answer.status).toBe(422);
    expect(answer.headers.get('content-type')).toContain('application/ld+json');
    expect(answer.body).toMatchObject({ '@id': contact, '@type': 'Form' });
    expect(answer.body.formView.vars).toMatchObject({ submitted: true, valid: false });
    expect(nodeOf(answer, 'email').vars).toMatchObject({
      submitted: true,
      valid: false,
      value: 'nonsense',
      errors: ['This value is not a valid email address.'],
    });
    expect(nodeOf(answer, 'message').vars).toMatchObject({ submitted: false, valid: true, errors: [] });
  });

  test('responds with 200 and the submitted form if it is valid', async () => {
    const answer = await app.patch(`${contact}/submit`, { contact: { email: 'me@example.com' } });
    expect([answer.status, answer.body['@id']]).toEqual([200, contact]);
    expect(answer.body.formView.vars).toMatchObject({ submitted: true, valid: true });
    expect(nodeOf(answer, 'email').vars.value).toBe('me@example.com');
  });

  test('an empty form results in 200 and is not stored', async () => {
    const before = (await app.get(contact)).body;
    expect((await app.patch(`${contact}/submit`, { contact: {} })).status).toBe(200);
    expect((await app.get(contact)).body).toEqual(before);
  });

  test('accepts merge patches only', async () => {
    for (const type of ['application/json', 'application/ld+json', 'multipart/form-data; boundary=x'])
      expect(
        (await app.patch(`${contact}/submit`, { contact: {} }, { headers: { 'content-type': type } })).status,
      ).toBe(415);
  });
});

describe('POST /component/forms/{id}/submit', () => {
  test('responds with 201 and the submitted form, which is not cached', async () => {
    const answer = await app.post(`${contact}/submit`, { contact: { ...VALID, secret: 's3cret' } });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body).toMatchObject({ '@id': contact, '@type': 'Form', _metadata: { persisted: true } });
    expect(answer.body.formView.vars).toMatchObject({ submitted: true, valid: true, errors: [] });
    expect(nodeOf(answer, 'message').vars.value).toBe('Hello');
    expect(answer.text).not.toContain('s3cret');
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    for (const name of ['location', 'content-location', 'cache-tags', 'etag'])
      expect(answer.headers.get(name), name).toBeNull();
  });

  test('treats missing fields as empty and validates them', async () => {
    const answer = await app.post(`${contact}/submit`, { contact: {} });
    expect(answer.status).toBe(422);
    expect(answer.headers.get('content-type')).toContain('application/ld+json');
    expect(nodeOf(answer, 'email').vars.errors).toEqual(['Please enter your email']);
    expect(nodeOf(answer, 'message').vars).toMatchObject({ submitted: true, valid: true });
  });

  test.each(['application/json', 'application/ld+json'])('accepts %s', async (type) => {
    const headers = { 'content-type': type };
    expect((await app.post(`${contact}/submit`, { contact: VALID }, { headers })).status).toBe(201);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/merge-patch+json'])(
    'rejects %s with 415',
    async (type) => {
      const headers = { 'content-type': type };
      expect((await app.post(`${contact}/submit`, { contact: VALID }, { headers })).status).toBe(415);
    },
  );

  test('responds in the requested media type', async () => {
    const json = await app.post(
      `${contact}/submit`,
      { contact: VALID },
      { headers: { accept: 'application/json' } },
    );
    expect(json.headers.get('content-type')).toContain('application/json');
    const xml = { headers: { accept: 'application/xml' } };
    expect((await app.post(`${contact}/submit`, { contact: VALID }, xml)).status).toBe(406);
  });

  test('reports unknown fields as an error, unless the form allows them', async () => {
    for (const send of [app.patch, app.post]) {
      const answer = await send(`${contact}/submit`, { contact: { ...VALID, stranger: 1 } });
      expect(answer.status).toBe(422);
      expect(answer.body.formView.vars.errors).toEqual(['This form should not contain extra fields.']);
    }
    const nested = await app.post(`${contact}/submit`, { contact: { ...VALID, address: { planet: 'X' } } });
    expect(nested.status).toBe(422);
    const open = await app.aForm('OpenType');
    expect((await app.post(`${open}/submit`, { open: { name: 'a', more: 'b' } })).status).toBe(201);
  });

  test('a form without a name has its fields at the top level', async () => {
    const flat = await app.aForm('FlatType');
    expect((await app.post(`${flat}/submit`, { name: 'me' })).status).toBe(201);
    expect(nodeOf(await app.post(`${flat}/submit`, { name: '' }), 'name').vars.errors).toEqual([
      'This value should not be blank.',
    ]);
  });

  test('a POST removes entries of a collection that are not sent', async () => {
    const answer = await app.post(`${contact}/submit`, { contact: { ...VALID, lines: ['one', ''] } });
    expect(answer.status).toBe(422);
    expect(nodeOf(answer, 'lines', '1').vars.errors).toEqual(['Fill in the line.']);
    expect(nodeOf(await app.post(`${contact}/submit`, { contact: VALID }), 'lines').children).toHaveLength(1);
  });
});

describe('the cost of a submission', () => {
  test('is the statements of its GET, and a hit of the throttle that all processes share', async () => {
    await app.get(contact);
    app.takeStatements();
    await app.get(contact);
    const read = app.takeStatements();
    for (const send of [app.patch, app.post]) {
      await send(`${contact}/submit`, { contact: VALID });
      expect(app.takeStatements()).toEqual([
        ...read,
        expect.stringMatching(/^insert into \S*throttle/),
        // MariaDB reads the row that the other databases return.
        ...(speaksMysql() ? [expect.stringMatching(/^select hits, expires_at from \S*throttle/)] : []),
      ]);
    }
  });
});

describe('the body of both submits', () => {
  test.each<[string, unknown]>([
    ['no value', {}],
    ['null', { contact: null }],
    ['a string', { contact: 'x' }],
    ['a list', { contact: [] }],
    ['a number', { contact: 7 }],
    ['full names', { 'contact[email]': 'me@example.com' }],
    ['flat names', { email: 'me@example.com' }],
  ])('with %s under the name of the form is a 422 problem', async (_what, body) => {
    for (const send of [app.patch, app.post]) {
      const answer = await send(`${contact}/submit`, body);
      expect(answer.status).toBe(422);
      expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
      expect(answer.body).toMatchObject({ detail: NO_KEY, description: NO_KEY });
    }
  });
});

describe('endpoints of submissions', () => {
  test('accept neither PUT nor any other method', async () => {
    for (const send of [app.put, (path: string) => app.get(path), (path: string) => app.delete(path)]) {
      const answer = await send(`${contact}/submit`, { contact: {} }, { as: 'admin' } as never);
      expect(answer.status).toBe(405);
      expect(answer.headers.get('allow')).toMatch(/PATCH/);
      expect(answer.headers.get('allow')).toMatch(/POST/);
    }
  });

  test('respond with 404 for an unknown form', async () => {
    for (const id of [MISSING_ID, 'nothing', 'password_resets'])
      for (const send of [app.patch, app.post])
        expect((await send(`/component/forms/${id}/submit`, { contact: {} })).status).toBe(404);
  });

  test('respond with 404 for a form that is not submitted to the API', async () => {
    const closed = await app.aForm('ClosedType');
    expect((await app.get(closed)).body.formView.vars.api_disabled).toBe(true);
    for (const send of [app.patch, app.post])
      expect((await send(`${closed}/submit`, { closed: { name: 'a' } })).status).toBe(404);
  });

  test('apply data only when submitted', async () => {
    const answer = await app.patch(contact, { contact: { email: 'x' } }, { as: 'admin' });
    expect(answer.body.formView.vars.submitted).toBe(false);
  });
});

describe('a form that the caller cannot access', () => {
  /** Creates a form on a page with a route and returns its address. */
  async function placedForm(path: string, isLive = true): Promise<string> {
    const form = await app.aForm('ContactType');
    const page = await app.aPage();
    const group = await app.aGroup({ location: page['@id'] as string, pages: [page['@id']] });
    await app.aPosition(group, { component: form });
    await app.create('/_/routes', {
      path,
      name: path,
      page: page['@id'],
      ...(isLive ? { liveAt: '2020-01-01T00:00:00+00:00' } : {}),
    });
    return form;
  }

  test('cannot be submitted: 401 or 403 behind a rule, like its GET', async () => {
    const gated = await startFormsApp({
      config: {
        access_control: [
          { path: '^/component/forms/[^/]+/submit$', methods: ['POST', 'PATCH'], roles: 'PUBLIC_ACCESS' },
          { path: '^/(_|page_data|component)/', methods: ['POST', 'PATCH'], roles: 'ROLE_ADMIN' },
        ],
        route_security: [{ route: '/members*', security: "is_granted('ROLE_ADMIN')" }],
      },
    });
    try {
      const form = await gated.aForm('ContactType');
      const page = await gated.aPage();
      const group = await gated.aGroup({ location: page['@id'] as string, pages: [page['@id']] });
      await gated.aPosition(group, { component: form });
      const path = `/members/${randomUUID()}`;
      const liveAt = '2020-01-01T00:00:00+00:00';
      await gated.create('/_/routes', { path, name: path, page: page['@id'], liveAt });
      for (const [as, status] of [
        ['anonymous', 401],
        ['user', 403],
      ] as const) {
        expect((await gated.get(form, { as })).status).toBe(status);
        for (const send of [gated.patch, gated.post]) {
          expect((await send(`${form}/submit`, { contact: VALID }, { as })).status).toBe(status);
          expect((await send(`${form}/submit`, {}, { as })).status).toBe(status);
        }
      }
      expect((await gated.post(`${form}/submit`, { contact: VALID }, { as: 'admin' })).status).toBe(201);
    } finally {
      await gated.close();
    }
  });

  test('can be submitted if its page can be read', async () => {
    const form = await placedForm(`/contact-${randomUUID()}`);
    const read = await app.get(form);
    expect((await app.post(`${form}/submit`, { contact: VALID })).status).toBe(
      read.status === 200 ? 201 : 401,
    );
    expect(read.status).toBe(200);
  });
});
