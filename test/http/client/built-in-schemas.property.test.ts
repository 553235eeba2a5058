import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as schemas from '../../../generated/client/schemas.js';
import type { Schema } from '../../../generated/client/schemas.js';
import type { JsonObject, JsonValue } from '../../../runtime/kernel/contract/json.js';
import { propertyRuns } from '../../support/property-runs.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let app: TestApp;
/** Existing resources that members can reference. */
let addresses: Readonly<Record<'layout' | 'page' | 'group' | 'component' | 'list' | 'form', string>>;
beforeAll(async () => {
  app = await startTestApp();
  const create = async (path: string, body: JsonObject) => (await app.create(path, body))['@id'];
  const layout = await create('/_/layouts', { reference: 'frame', uiComponent: 'Frame' });
  addresses = {
    layout,
    page: await create('/_/pages', { reference: 'p', uiComponent: 'P', isTemplate: false, layout }),
    group: await create('/_/component_groups', { reference: 'g', location: 'g', layouts: [layout] }),
    component: await create('/component/titles', { title: 'A' }),
    list: '/_/pages',
    form: 'ExampleFormType',
  };
});
afterAll(() => app.close());

type Members = Readonly<Record<string, keyof typeof addresses | undefined>>;

/** Each built-in type with the members of its bodies; for relations the kind of their target. */
const TYPES: readonly (readonly [name: keyof typeof schemas, path: string, members: Members])[] = [
  ['LayoutInput', '/_/layouts', all('reference', 'uiComponent', 'uiClassNames')],
  [
    'PageInput',
    '/_/pages',
    {
      ...all('title', 'metaDescription', 'reference', 'uiComponent', 'isTemplate', 'isReachableWithoutRoute'),
      ...{ layout: 'layout', parentPage: 'page' },
    },
  ],
  ['RouteInput', '/_/routes', { ...all('path', 'name', 'liveAt'), page: 'page' }],
  [
    'ComponentGroupInput',
    '/_/component_groups',
    { ...all('reference', 'location', 'allowedComponents'), pages: 'page' },
  ],
  [
    'ComponentPositionInput',
    '/_/component_positions',
    {
      ...all('pageDataProperty', 'pageDataClass', 'sortValue'),
      ...{ componentGroup: 'group', component: 'component' },
    },
  ],
  ['SiteConfigParameterInput', '/_/site_config_parameters', all('key', 'value')],
  [
    'CollectionInput',
    '/component/collections',
    { ...all('perPage', 'defaultQueryParameters'), resourceIri: 'list' },
  ],
  ['FormInput', '/component/forms', { ...all('uiComponent'), formType: 'form' }],
  ['UserInput', '/users', all('username', 'emailAddress', 'plainPassword', 'newEmailAddress', 'enabled')],
];

function all(...names: readonly string[]): Members {
  return Object.fromEntries(names.map((name) => [name, undefined]));
}

const values = fc.oneof(
  fc.constantFrom<JsonValue>(null, '', ' ', 'a', 'x'.repeat(256), 'long enough', 'a@b.example', '/_/pages'),
  fc.constantFrom<JsonValue>(true, false, -1, 0, 5, 1.5, [], ['a'], {}, { a: 1 }),
  fc.integer({ min: 1 }).map((number) => `/some-${number}` as JsonValue),
  fc.integer({ min: 1 }).map((number) => `somebody${number}@example.com` as JsonValue),
);

const valueOf = (target: keyof typeof addresses | undefined): fc.Arbitrary<JsonValue> =>
  target === undefined
    ? values
    : fc.constantFrom<JsonValue>(addresses[target], [addresses[target]], null, 5, {});

const bodiesOf = (members: Members): fc.Arbitrary<JsonObject> =>
  fc.record(Object.fromEntries(Object.entries(members).map(([name, target]) => [name, valueOf(target)])), {
    requiredKeys: [],
  });

/** Returns the violations that a schema finds, in the server's format. */
function refusals(schema: Schema<unknown>, body: JsonObject): readonly string[] {
  const { issues = [] } = schema['~standard'].validate(body);
  return issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

describe('the schema of a built-in type', () => {
  test.each(TYPES)(
    '%s accepts everything that the server accepts, and reports the same messages',
    async (name, path, members) => {
      const seen = new Set<number>();
      await fc.assert(
        fc.asyncProperty(bodiesOf(members), async (body) => {
          const found = refusals(schemas[name] as Schema<unknown>, body);
          const { status, body: answer } = await app.post(path, body, { as: 'superAdmin' });
          seen.add(status);
          if (status === 201) expect(found).toEqual([]);
          if (status !== 422) return;
          const notified = (answer.violations as readonly { propertyPath: string; message: string }[]).map(
            ({ propertyPath, message }) => `${propertyPath.replace(/\[(\w+)\]/g, '.$1')}: ${message}`,
          );
          // Passwords are validated before other members.
          if (name !== 'UserInput') expect(notified).toEqual(expect.arrayContaining([...found]));
        }),
        { numRuns: propertyRuns(40) },
      );
      expect([...seen]).toContain(422);
    },
  );

  test('requires what a record requires', () => {
    expect(refusals(schemas.LayoutInput, {})).toEqual([
      'reference: Please enter a reference.',
      'uiComponent: You must define the uiComponent for this resource.',
    ]);
    expect(refusals(schemas.RouteInput, { path: '/a', name: 'a' })).toEqual([
      ': Please specify either page, pageData or redirect.',
    ]);
    expect(refusals(schemas.RouteInput, { path: '/a', name: 'a', page: '/_/pages/1' })).toEqual([]);
    expect(
      refusals(schemas.UserInput, { username: 'ann', emailAddress: 'ann', plainPassword: 'short' }),
    ).toEqual([
      'emailAddress: This value is not a valid email address.',
      'plainPassword: Your password must be at least 8 characters long.',
    ]);
  });

  test('validates only the sent members of a change', () => {
    expect(refusals(schemas.LayoutPatch, {})).toEqual([]);
    expect(refusals(schemas.LayoutPatch, { reference: '' })).toEqual([
      'reference: Please enter a reference.',
    ]);
    expect(refusals(schemas.UserPatch, { plainPassword: '' })).toEqual([]);
  });
});
