import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../../runtime/kernel/contract/json.js';
import { ADMIN, MISSING_ID, startCoreApp, violations } from './core-app.js';
import type { CoreApp } from './core-app.js';

let app: CoreApp;
beforeAll(async () => {
  app = await startCoreApp();
});
afterAll(() => app.close());

const PATH = '/component/specimens';

describe('members', () => {
  test('that are unknown or read-only are ignored', async () => {
    const body = {
      name: 'Ignorant',
      id: MISSING_ID,
      '@id': 'nonsense',
      '@context': 5,
      '@type': 'Layout',
      _metadata: { persisted: false },
      createdAt: '1999-01-01',
      modifiedAt: 7,
      serial: 'mine',
      unknown: { deep: [1] },
      hasOwnProperty: true,
      constructor: 'x',
      toString: 1,
    };
    const response = await app.post(PATH, body, ADMIN);
    expect(response.status).toBe(201);
    expect(response.body.id).not.toBe(MISSING_ID);
    expect(response.body.createdAt).not.toMatch(/^1999/);
    expect(response.body.serial).toBe('none');
    expect(response.body.unknown).toBeUndefined();
  });

  test('that a POST omits get their defaults', async () => {
    const specimen = await app.aSpecimen({ name: 'Default' });
    expect([specimen.active, specimen.level, specimen.tags, specimen.seats]).toEqual([false, 'low', [], 3]);
  });

  test('that are write-only are stored and never shown', async () => {
    const specimen = await app.aSpecimen({ secret: 'hidden' });
    expect(JSON.stringify(specimen)).not.toContain('hidden');
  });

  test('for administrators are neither shown to nor written by others', async () => {
    const mine = await app.aSpecimen({ adminNote: 'note', internal: 'inner', seats: 9 });
    expect([mine.adminNote, mine.internal, mine.seats]).toEqual(['note', 'inner', 9]);
    const shown = (await app.get(mine['@id'], { as: 'user' })).body;
    expect([shown.adminNote, shown.internal, shown.seats]).toEqual([undefined, undefined, 9]);
    const change = { adminNote: 'mine', internal: 'mine', seats: 1, notes: 'written' };
    expect((await app.patch(mine['@id'], change, { as: 'user' })).status).toBe(200);
    const after = (await app.get(mine['@id'], ADMIN)).body;
    expect([after.adminNote, after.internal, after.seats, after.notes]).toEqual([
      'note',
      'inner',
      9,
      'written',
    ]);
  });

  test('for administrators are not reset by a PUT of another caller', async () => {
    const { '@id': iri, name } = await app.aSpecimen({ adminNote: 'note', internal: 'inner', seats: 9 });
    expect((await app.put(iri, { name }, { as: 'user' })).status).toBe(200);
    const after = (await app.get(iri, ADMIN)).body;
    expect([after.adminNote, after.internal, after.seats]).toEqual(['note', 'inner', 9]);
  });
});

describe('values of every kind', () => {
  const CASES: readonly [member: string, sent: JsonValue, shown: JsonValue][] = [
    ['name', 'Ünïcode 😀 "quoted" \\ /', 'Ünïcode 😀 "quoted" \\ /'],
    ['notes', 'x'.repeat(100_000), 'x'.repeat(100_000)],
    ['notes', '', ''],
    ['amount', -2_147_483_647, -2_147_483_647],
    ['amount', 3.0, 3],
    ['ratio', 0.1, 0.1],
    ['ratio', 3, 3],
    ['ratio', 1e300, 1e300],
    ['price', '12.5', '12.50'],
    ['price', 7, '7.00'],
    ['price', 0.12, '0.12'],
    ['price', '-0.00', '0.00'],
    ['price', '99999999.99', '99999999.99'],
    ['price', '1.5000', '1.50'],
    ['active', true, true],
    ['startsAt', '2020-05-10T14:07:56+02:00', '2020-05-10T12:07:56+00:00'],
    ['startsAt', '1970-01-01 00:00:00', '1970-01-01T00:00:00+00:00'],
    ['startsAt', '2999-12-31T23:59:59+00:00', '2999-12-31T23:59:59+00:00'],
    ['startsAt', '0001-01-01T00:00:00Z', '0001-01-01T00:00:00+00:00'],
    ['startsAt', '2020-02-29', '2020-02-29T00:00:00+00:00'],
    ['day', '2020-02-29', '2020-02-29'],
    ['opensAt', '09:30', '09:30:00'],
    ['opensAt', '23:59:59', '23:59:59'],
    ['token', 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'],
    ['email', 'a@example.com', 'a@example.com'],
    ['website', 'https://example.com/x', 'https://example.com/x'],
    ['level', 'high', 'high'],
    ['tags', ['a', 'b'], ['a', 'b']],
    ['links', [{ url: '/x', label: null }], [{ url: '/x', label: null }]],
    ['settings', { a: { b: null }, c: [null, 1] }, { a: { b: null }, c: [null, 1] }],
    ['settings', { type: 'x', id: 'y', key: 'z' }, { type: 'x', id: 'y', key: 'z' }],
    ['mixed', 5, 5],
    ['mixed', 'five', 'five'],
    ['uiClassNames', 'a b', 'a b'],
    ['uiClassNames', ['a', 'b'], ['a', 'b']],
  ];

  test.each(CASES)('%s keeps what was sent (%#)', async (member, sent, shown) => {
    const created = await app.aSpecimen({ [member]: sent });
    expect(created[member]).toEqual(shown);
    const { '@id': iri } = await app.aSpecimen();
    const patched = await app.patch(iri, { [member]: sent }, ADMIN);
    expect([patched.status, patched.body[member]]).toEqual([200, dropNulls(shown)]);
    const read = (await app.get(iri)).body;
    expect(read[member]).toEqual(dropNulls(shown));
    const { modifiedAt } = read;
    await app.patch(iri, { [member]: read[member] }, ADMIN);
    expect((await app.get(iri)).body.modifiedAt).toBe(modifiedAt);
  });

  /** Removes null members, as a merge patch that sets an object does. */
  function dropNulls(value: JsonValue): JsonValue {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const entries = Object.entries(value as JsonObject).filter(([, member]) => member !== null);
    return Object.fromEntries(entries.map(([name, member]) => [name, dropNulls(member ?? null)]));
  }

  test.for([
    ['name', 5, 'This value should be of type string.'],
    ['name', null, 'This value should not be null.'],
    ['name', 'x'.repeat(51), 'This value is too long. It should have 50 characters or less.'],
    ['email', 'x', 'This value is not a valid email address.'],
    ['code', 'x'.repeat(256), 'This value is too long. It should have 255 characters or less.'],
    ['amount', '5', 'This value should be of type int.'],
    ['amount', 1.5, 'This value should be of type int.'],
    ['amount', 2_147_483_648, 'This value should be between -2147483647 and 2147483647.'],
    ['ratio', 'x', 'This value should be of type float|int.'],
    ['price', true, 'This value should be of type string|float|int.'],
    ['price', 'ten', 'This value should be a valid number.'],
    ['price', '100000000', 'This value should be between -99999999.99 and 99999999.99.'],
    ['price', 1e30, 'This value should be between -99999999.99 and 99999999.99.'],
    ['price', 0.125, 'This value should have at most 2 digits behind the point.'],
    ['price', '-0.001', 'This value should have at most 2 digits behind the point.'],
    ['price', 1e-7, 'This value should have at most 2 digits behind the point.'],
    ['active', 'true', 'This value should be of type bool.'],
    ['active', null, 'This value should not be null.'],
    ['startsAt', 'tomorrow', 'This value is not a valid datetime.'],
    ['startsAt', '2020-02-30', 'This value is not a valid datetime.'],
    ['startsAt', '0000-01-01T00:00:00Z', 'This value is not a valid datetime.'],
    ['startsAt', '9999-12-31T23:59:59-14:00', 'This value is not a valid datetime.'],
    ['startsAt', 5, 'This value should be of type string.'],
    ['day', '2020-02-30', 'This value is not a valid date.'],
    ['day', '0000-01-01', 'This value is not a valid date.'],
    ['opensAt', '25:00', 'This value is not a valid time.'],
    ['token', 'x', 'This value is not a valid UUID.'],
    ['level', 'middle', 'The value you selected is not a valid choice.'],
    ['tags', 'a', 'This value should be of type array.'],
    ['tags', null, 'This value should not be null.'],
    ['settings', [], 'This value should be of type object.'],
    ['mixed', true, 'This value should be of type string|int.'],
    ['uiComponent', 5, 'This value should be of type string.'],
    ['uiClassNames', 5, 'This value should be of type string|array.'],
    ['friend', 5, 'This value should be of type string.'],
    ['friend', {}, 'This value should be of type string.'],
    ['widgets', 'x', 'This value should be of type array.'],
    ['widgets', null, 'This value should be of type array.'],
    ['uiClassNames', ['a', 5], 'This value should be of type string.', 'uiClassNames[1]'],
    ['uiClassNames', [['a']], 'This value should be of type string.', 'uiClassNames[0]'],
    ['widgets', [5], 'This value should be of type string.', 'widgets[0]'],
    ['links', [{}], expect.any(String), 'links[0].url'],
    ['tags', ['x'.repeat(21)], expect.any(String), 'tags[0]'],
  ] as [string, JsonValue, string, string?][])(
    '%s: an invalid value results in 422 (%#)',
    async ([member, value, message, path = member]) => {
      const { '@id': iri } = await app.aSpecimen();
      const before = (await app.get(iri)).body;
      const rows = await app.countRows();
      for (const response of [
        await app.patch(iri, { [member]: value }, ADMIN),
        await app.post(PATH, { name: 'Never stored', [member]: value }, ADMIN),
      ]) {
        expect(response.status).toBe(422);
        expect(violations(response)).toEqual([[path, message]]);
      }
      expect(await app.countRows()).toEqual(rows);
      expect((await app.get(iri)).body).toEqual(before);
    },
  );

  test('all violations of a body are reported together', async () => {
    const response = await app.post(PATH, { amount: 'x', active: 'x', tags: 5, widgets: 5 }, ADMIN);
    expect(violations(response).map(([path]) => path)).toEqual([
      'name',
      'amount',
      'active',
      'tags',
      'widgets',
    ]);
  });
});

describe('references', () => {
  test.each([
    ['with the prefix', (iri: string) => iri],
    ['without the prefix', (iri: string) => iri.slice('/_api'.length)],
    ['as an absolute URL of this API', (iri: string) => `${app.config.server.publicUrl}${iri}`],
    ['with an id in upper case', (iri: string) => iri.slice(0, -36) + iri.slice(-36).toUpperCase()],
    ['as a document with an @id', (iri: string) => ({ '@id': iri, '@type': 'Widget', label: 'ignored' })],
  ])('are accepted %s', async (_name, form) => {
    const widget = await app.aWidget({ label: 'kept' });
    const specimen = await app.aSpecimen({ friend: form(widget['@id']), widgets: [form(widget['@id'])] });
    expect([specimen.friend, specimen.widgets]).toEqual([widget['@id'], [widget['@id']]]);
    expect((await app.get(widget['@id'])).body.label).toBe('kept');
  });

  test.each([
    ['nonsense', 'Invalid IRI "nonsense" in "MEMBER".'],
    ['', 'Invalid IRI "" in "MEMBER".'],
    ['/', 'Invalid IRI "/" in "MEMBER".'],
    ['/_/pages', 'Invalid IRI "/_/pages" in "MEMBER".'],
    [
      'https://elsewhere.example/_api/component/widgets/1',
      'Invalid IRI "https://elsewhere.example/_api/component/widgets/1" in "MEMBER".',
    ],
    ['/component/unknown/1', 'Invalid IRI "/component/unknown/1" in "MEMBER".'],
    [`/component/widgets/${MISSING_ID}`, `Item not found for "/component/widgets/${MISSING_ID}".`],
    ['/component/widgets/1', 'Item not found for "/component/widgets/1".'],
    ["/component/widgets/' or 1=1", `Item not found for "/component/widgets/' or 1=1".`],
  ])('%s results in 400', async (iri, detail) => {
    const named = [
      ['friend', { friend: iri }],
      ['widgets[0]', { widgets: [iri] }],
    ] as const;
    for (const [member, body] of named) {
      const response = await app.post(PATH, { name: 'Never', ...body }, ADMIN);
      expect([response.status, response.body.detail]).toEqual([400, detail.replace('MEMBER', member)]);
    }
  });

  test('the IRI of another type results in 422, one of a type that extends the target is accepted', async () => {
    const page = await app.aPage();
    const response = await app.post(PATH, { name: 'x', friend: page['@id'], widgets: [page['@id']] }, ADMIN);
    expect(violations(response)).toEqual([
      ['friend', 'This value should be the IRI of a resource of type Widget.'],
      ['widgets[0]', 'This value should be the IRI of a resource of type Widget.'],
    ]);
    const fancy = await app.create('/component/fancy_widgets', { label: 'child', color: 'red' });
    const specimen = await app.aSpecimen({ friend: fancy['@id'], widgets: [fancy['@id']] });
    expect((await app.get(specimen['@id'])).body).toMatchObject({
      friend: fancy['@id'],
      widgets: [fancy['@id']],
    });
  });

  test('a list replaces the previous one, including its order; repeated entries count once', async () => {
    const [a = '', b = '', c = ''] = [await app.aWidget(), await app.aWidget(), await app.aWidget()].map(
      (widget) => widget['@id'],
    );
    const { '@id': iri } = await app.aSpecimen({ widgets: [a, b, a] });
    expect((await app.get(iri)).body.widgets).toEqual([a, b]);
    expect((await app.patch(iri, { widgets: [c, b] }, ADMIN)).body.widgets).toEqual([c, b]);
    const { modifiedAt } = (await app.get(iri)).body;
    await app.patch(iri, { widgets: [c, b, c] }, ADMIN);
    expect((await app.get(iri)).body.modifiedAt).toBe(modifiedAt);
    expect((await app.patch(iri, { notes: 'x' }, ADMIN)).body.widgets).toEqual([c, b]);
    expect((await app.patch(iri, { widgets: [] }, ADMIN)).body.widgets).toEqual([]);
  });

  test('a null clears a relation', async () => {
    const { '@id': iri } = await app.aSpecimen({ friend: (await app.aWidget())['@id'] });
    const { body } = await app.patch(iri, { friend: null }, ADMIN);
    expect('friend' in body).toBe(false);
  });

  test('many references need one statement per type', async () => {
    const widgets = await Promise.all(Array.from({ length: 12 }, async () => (await app.aWidget())['@id']));
    const count = async (body: JsonObject): Promise<number> => {
      app.takeStatements();
      await app.aSpecimen(body);
      return app.takeStatements().length;
    };
    await count({ widgets });
    expect(await count({ widgets })).toBe(await count({ widgets: widgets.slice(0, 1) }));
  });
});

describe('PATCH', () => {
  test('merges objects member by member, and null removes a member', async () => {
    const { '@id': iri } = await app.aSpecimen({
      settings: { a: 1, b: { c: 2, d: 3 } },
      notes: 'n',
      tags: ['x'],
    });
    const { body } = await app.patch(iri, { settings: { b: { c: null, e: 4 }, f: 5 }, notes: null }, ADMIN);
    expect(body.settings).toEqual({ a: 1, b: { d: 3, e: 4 }, f: 5 });
    expect('notes' in body).toBe(false);
    expect(body.tags).toEqual(['x']);
    expect((await app.patch(iri, { settings: null }, ADMIN)).body.settings).toBeUndefined();
  });

  test('an empty patch changes nothing', async () => {
    const specimen = await app.aSpecimen();
    const response = await app.patch(specimen['@id'], {}, ADMIN);
    expect([response.status, response.body]).toEqual([200, specimen]);
  });

  test.each(['application/ld+json', 'application/json', 'text/plain'])(
    'as %s results in 415',
    async (type) => {
      const { '@id': iri } = await app.aSpecimen();
      const response = await app.patch(iri, {}, { as: 'admin', headers: { 'content-type': type } });
      expect(response.status).toBe(415);
    },
  );
});

describe('PUT', () => {
  test('resets scalar members to their defaults and keeps relations, lists and creation dates', async () => {
    const widget = await app.aWidget();
    const specimen = await app.aSpecimen({
      notes: 'n',
      level: 'high',
      amount: 4,
      friend: widget['@id'],
      widgets: [widget['@id']],
    });
    const { body, status } = await app.put(specimen['@id'], { name: 'Replaced' }, ADMIN);
    expect(status).toBe(200);
    expect([body.name, body.notes, body.level, body.amount]).toEqual([
      'Replaced',
      undefined,
      'low',
      undefined,
    ]);
    expect([body.friend, body.widgets, body.createdAt]).toEqual([
      widget['@id'],
      [widget['@id']],
      specimen.createdAt,
    ]);
  });

  test('validates omitted members as a POST does', async () => {
    const layout = await app.aLayout();
    const response = await app.put(layout['@id'], {}, ADMIN);
    expect(violations(response)).toEqual([
      ['reference', 'Please enter a reference.'],
      ['uiComponent', 'You must define the uiComponent for this resource.'],
    ]);
    expect((await app.get(layout['@id'], ADMIN)).body).toEqual({ ...layout });
  });

  test('of an unknown id results in 404', async () => {
    expect(
      (await app.put(`/_/layouts/${MISSING_ID}`, { reference: 'x', uiComponent: 'X' }, ADMIN)).status,
    ).toBe(404);
  });
});

describe('permissions of a type', () => {
  test('decide who can read, create, change and delete', async () => {
    const closed = (await app.create('/component/guarded', { open: false }))['@id'];
    const open = (await app.create('/component/guarded', { open: true }))['@id'];
    expect((await app.post('/component/guarded', {}, { as: 'user' })).body.detail).toBe('Only for some.');
    expect([(await app.get(closed)).status, (await app.get(closed, { as: 'user' })).status]).toEqual([
      401, 200,
    ]);
    expect((await app.patch(closed, { open: true }, { as: 'user' })).status).toBe(403);
    expect((await app.patch(open, { uiComponent: 'X' }, { as: 'user' })).status).toBe(200);
    expect((await app.delete(open, ADMIN)).status).toBe(403);
    expect((await app.delete(open, { as: 'superAdmin' })).status).toBe(204);
  });
});
