import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import type { FieldDescriptor } from '../../../runtime/kernel/contract/schema/resource.js';
import { uniqueName } from '../../support/builders.js';
import { propertyRuns } from '../../support/property-runs.js';
import type { TestResponse } from '../../support/test-client.js';
import { ADMIN, startCoreApp, violations } from './core-app.js';
import type { CoreApp } from './core-app.js';

let app: CoreApp;
/** A stored record of every type, by collection path, and the body that created it. */
const samples = new Map<string, { readonly iri: string; readonly body: JsonObject }>();
/** IRIs of existing records of every type, for nearly valid bodies. */
let iris: string[] = [];

beforeAll(async () => {
  app = await startCoreApp();
  for (const [path, sample] of await makeSamples(app)) samples.set(path, sample);
  iris = [...samples.values()].map(({ iri }) => iri);
});
afterAll(() => app.close());

async function makeSamples(target: CoreApp): Promise<typeof samples> {
  const page = await target.aPage({ isTemplate: true });
  const group = await target.aGroup();
  const widget = await target.aWidget();
  const bodies: Record<string, JsonObject> = {
    '/_/layouts': { reference: uniqueName('l'), uiComponent: 'X' },
    '/_/pages': { reference: uniqueName('p'), uiComponent: 'X', isTemplate: false, layout: page.layout },
    '/_/component_groups': { reference: uniqueName('g'), location: 'x' },
    '/_/component_positions': { componentGroup: group['@id'], component: widget['@id'] },
    '/_/site_config_parameters': { key: uniqueName('k'), value: 'x' },
    '/component/widgets': { label: 'x' },
    '/component/specimens': { name: 'x' },
    '/page_data/event_datas': { page: page['@id'], startsOn: '2030-01-01' },
  };
  const made = new Map<string, { readonly iri: string; readonly body: JsonObject }>();
  for (const [path, body] of Object.entries(bodies)) {
    made.set(path, { iri: (await target.create(path, body))['@id'], body });
  }
  return made;
}

const WRITABLE = [
  '/_/layouts',
  '/_/pages',
  '/_/component_groups',
  '/_/component_positions',
  '/_/site_config_parameters',
  '/component/widgets',
  '/component/specimens',
  '/page_data/event_datas',
];

/** Expects an error with a message, and no change. */
async function expectRefused(status: number, send: () => Promise<TestResponse>): Promise<TestResponse> {
  const rows = await app.countRows();
  const response = await send();
  expect(response.status).toBe(status);
  expect(response.body.status).toBe(status);
  expect(await app.countRows()).toEqual(rows);
  return response;
}

describe('invalid bodies', () => {
  test.for<[name: string, body: string, status: number, detail: unknown]>([
    ['malformed', '{"reference": ', 400, expect.stringMatching(/^Syntax error: .*line 1, column 15/)],
    ['empty', '', 400, expect.stringMatching(/^Syntax error: /)],
    ['a list', '[]', 400, 'The request body must be a JSON object.'],
    ['null', 'null', 400, 'The request body must be a JSON object.'],
    [
      'nested deeply',
      `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`,
      400,
      'The request body is nested too deeply.',
    ],
    [
      'with __proto__',
      '{"reference":"x","__proto__":{"uiComponent":"x"}}',
      400,
      'The member name "__proto__" is not allowed.',
    ],
    [
      'with __proto__ inside',
      '{"uiClassNames":[{"__proto__":1}]}',
      400,
      'The member name "__proto__" is not allowed.',
    ],
    ['with a NUL', '{"reference":"a\\u0000b"}', 400, expect.stringContaining('cannot be stored')],
    [
      'with half a surrogate pair',
      '{"reference":"\\ud800"}',
      400,
      expect.stringContaining('cannot be stored'),
    ],
    ['with an endless number', '{"reference":1e999}', 400, expect.stringContaining('out of range')],
  ])('%s: the error states the reason', async ([, body, status, detail]) => {
    for (const send of [
      () => app.post('/_/layouts', body, ADMIN),
      () => app.patch(samples.get('/_/layouts')?.iri ?? '', body, ADMIN),
      () => app.put(samples.get('/_/layouts')?.iri ?? '', body, ADMIN),
    ]) {
      expect((await expectRefused(status, send)).body.detail).toEqual(detail);
    }
  });

  test('a body above the limit results in 413', async () => {
    const small = await startCoreApp({
      config: { body_limits: { anonymous: 1000, authenticated: 2000, editors: 2000 } },
    });
    try {
      const response = await small.post('/_/layouts', { reference: 'x'.repeat(3000) }, ADMIN);
      expect(response.status).toBe(413);
    } finally {
      await small.close();
    }
  });

  test('the last of repeated members wins', async () => {
    const reference = uniqueName('last');
    const body = `{"reference":"first","uiComponent":"X","reference":${JSON.stringify(reference)}}`;
    expect((await app.post('/_/layouts', body, ADMIN)).body.reference).toBe(reference);
  });

  test('a long text is stored if it fits, and results in 422 otherwise', async () => {
    const huge = 'é'.repeat(500_000);
    expect((await app.aSpecimen({ notes: huge })).notes).toBe(huge);
    await expectRefused(422, () => app.post('/_/layouts', { reference: huge, uiComponent: 'X' }, ADMIN));
  });
});

const hostileText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ minLength: 250, maxLength: 300 }),
  fc.constantFrom(
    '',
    ' ',
    '0',
    'null',
    "'; drop table page; --",
    '%',
    '\\',
    '9999-99-99',
    '0000-00-00T00:00:00Z',
    '+275760-09-13',
    '24:00',
    '1e5',
    'NaN',
    '/_api/_/pages/',
    '/_api/_/routes//',
    '/_/component_groups/x',
    'App\\Entity\\EventData',
    'widget',
    '00000000-0000-0000-0000-000000000000',
    '\u202e\ufeff\uffff',
    '😀'.repeat(60),
  ),
);
const hostileNumber = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -1, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 5e-324, 0.1),
);

/** Generates a value that a client might send for a member, of the right type or another one. */
function anyValue(): fc.Arbitrary<unknown> {
  const leaf = fc.oneof(
    hostileText,
    hostileNumber,
    fc.boolean(),
    fc.constant(null),
    fc.constantFrom(...iris),
  );
  return fc.oneof(
    { weight: 4, arbitrary: leaf },
    { weight: 1, arbitrary: fc.array(leaf, { maxLength: 4 }) },
    {
      weight: 1,
      arbitrary: fc.dictionary(
        hostileText.filter((name) => name !== '__proto__'),
        leaf,
        { maxKeys: 3 },
      ),
    },
    { weight: 1, arbitrary: fc.record({ '@id': leaf }) },
    {
      weight: 1,
      arbitrary: fc.array(fc.record({ '@id': leaf, componentGroup: leaf, sortValue: leaf }), {
        maxLength: 2,
      }),
    },
  );
}

function anyBody(fields: readonly FieldDescriptor[]): fc.Arbitrary<JsonObject> {
  const shape = Object.fromEntries(fields.map(({ name }) => [name, anyValue()]));
  // fast-check generates values that JSON can represent.
  return fc.record(shape, { requiredKeys: [] }) as fc.Arbitrary<JsonObject>;
}

describe('random bodies', () => {
  test.each(WRITABLE)('%s: never a server error, never a partial write', async (path) => {
    const resource = app.app.registry.byPath(path);
    const sample = samples.get(path);
    if (resource === undefined || sample === undefined) throw new Error(`nothing is at ${path}`);
    const numRuns = propertyRuns(120);
    await fc.assert(
      fc.asyncProperty(
        anyBody(resource.fields),
        fc.constantFrom('POST', 'PATCH', 'PUT'),
        async (wild, method) => {
          const rows = await app.countRows();
          const before = (await app.get(sample.iri, ADMIN)).text;
          // Half of a POST is valid, so the random half reaches the database.
          const response =
            method === 'POST'
              ? await app.post(path, { ...sample.body, ...wild }, ADMIN)
              : method === 'PATCH'
                ? await app.patch(sample.iri, wild, ADMIN)
                : await app.put(sample.iri, { ...sample.body, ...wild }, ADMIN);
          expect([200, 201, 400, 422]).toContain(response.status);
          if (response.status >= 400) {
            expect(await app.countRows()).toEqual(rows);
            expect((await app.get(sample.iri, ADMIN)).text).toBe(before);
            return;
          }
          const address = String(response.body['@id']);
          // Accepted values read back as in the response.
          expect((await app.get(address, ADMIN)).body).toEqual(response.body);
          if (method === 'POST') expect((await app.delete(address, ADMIN)).status).toBe(204);
          else if (address !== sample.iri) await app.put(address, sample.body, ADMIN);
        },
      ),
      { numRuns },
    );
  });
});

describe('a race', () => {
  test.for<[path: string, body: object, member: string, message: string]>([
    ['/_/layouts', { uiComponent: 'X' }, 'reference', 'There is already a Layout with that reference.'],
    [
      '/_/component_groups',
      { location: 'x' },
      'reference',
      'There is already a ComponentGroup resource with that reference.',
    ],
    ['/_/site_config_parameters', {}, 'key', 'This value is already used.'],
    ['/component/specimens', { name: 'raced' }, 'code', 'This value is already used.'],
    ['/component/specimens', { amount: 7 }, 'name', 'This value is already used.'],
  ])(
    'of parallel POSTs to %s has one winner, and the others get 422 (%#)',
    async ([path, body, member, message]) => {
      const value = uniqueName('race').slice(0, 40);
      const responses = await Promise.all(
        Array.from({ length: 12 }, () => app.post(path, { ...body, [member]: value }, ADMIN)),
      );
      const statuses = responses.map(({ status }) => status).sort();
      expect(statuses).toEqual([201, ...Array.from({ length: 11 }, () => 422)]);
      for (const response of responses.filter(({ status }) => status === 422)) {
        expect(violations(response)).toEqual([[member, message]]);
      }
    },
  );

  test('in which validation misses a duplicate key names the member', async () => {
    const { reference, layout } = await app.aPage();
    const page = await app.aPage({ layout });
    const { database } = app.app;
    const table = database.table('page');
    // Validation runs before the write; this error occurs in the write.
    const error = await database
      .transaction((session) =>
        session.run(`update ${table} set reference = :reference where id = :id`, {
          reference,
          id: page['@id'].slice(-36),
        }),
      )
      .catch((caught: unknown) => caught);
    const broken = database.dialect.uniqueViolation(error);
    expect(broken).toMatch(/page.reference|uniq_page_reference/);
  });

  test('of a write with the deletion of its target is never a server error', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [group, widget] = [await app.aGroup(), await app.aWidget()];
      const body = { componentGroup: group['@id'], component: widget['@id'] };
      const responses = await Promise.all([
        app.post('/_/component_positions', body, ADMIN),
        app.delete(group['@id'], ADMIN),
        app.post(
          '/component/specimens',
          { name: 'x', friend: widget['@id'], widgets: [widget['@id']] },
          ADMIN,
        ),
        app.delete(widget['@id'], ADMIN),
      ]);
      for (const { status } of responses) expect([201, 204, 400, 404, 422]).toContain(status);
    }
  });

  test('of deletes deletes a record once', async () => {
    const { '@id': iri } = await app.aPage();
    const responses = await Promise.all(Array.from({ length: 6 }, () => app.delete(iri, ADMIN)));
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404, 404]);
  });

  test('of patches of one record loses none of them', async () => {
    const { '@id': iri } = await app.aSpecimen({ settings: {} });
    const names = Array.from({ length: 8 }, (_entry, index) => `member${index}`);
    await Promise.all(names.map((name) => app.patch(iri, { settings: { [name]: true } }, ADMIN)));
    expect(Object.keys((await app.get(iri)).body.settings).sort()).toEqual(names);
  });
});

describe('the cost of a read', () => {
  // New records: random bodies may have moved, emptied or deleted the samples.
  let fresh: typeof samples;
  beforeAll(async () => {
    fresh = await makeSamples(app);
  });

  test.each(WRITABLE)('%s: an item takes at most three statements, a list at most four', async (path) => {
    const iri = fresh.get(path)?.iri ?? '';
    await app.get(iri);
    app.takeStatements();
    // Everyone can list parameters; only editors can read single ones.
    const status = path === '/_/site_config_parameters' ? 401 : 200;
    expect((await app.get(iri)).status).toBe(status);
    expect(app.takeStatements().length).toBeLessThanOrEqual(3);
    await app.get(path);
    expect(app.takeStatements().length).toBeLessThanOrEqual(4);
  });
});
