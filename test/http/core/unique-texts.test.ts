import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { titleDescriptor } from '../../../generated/descriptors/title.js';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import type { ResourceDescriptor } from '../../../runtime/kernel/contract/schema/resource.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { testTypes } from '../../support/test-types.js';
import { text, withoutAttributes, withoutDrafts } from '../publishing/types.js';

const sample = withoutAttributes(titleDescriptor);
const rest: Partial<ResourceDescriptor> = {
  fields: [
    text('key', { unique: true }),
    text('code'),
    text('language'),
    { ...text('story'), type: 'text' },
    text('plain'),
  ],
  unique: [{ fields: ['code', 'language'] }, { fields: ['story'] }],
  filters: ['key', 'plain'].map((field) => ({
    parameter: field,
    field,
    strategy: 'exact' as const,
    caseSensitive: true,
  })),
  order: [],
  orderFields: ['key'],
  searchFields: [],
  security: {},
  validate() {},
};
const aType = (base: ResourceDescriptor, name: string, path: string): ResourceDescriptor => ({
  ...base,
  ...rest,
  ...{ name, classIdentifier: name, path: `/component/${path}`, table: path },
});
const manifest = {
  ...testTypes,
  resources: [
    aType(withoutDrafts(sample), 'Label', 'labels'),
    aType(
      {
        ...sample,
        publishable: {
          field: 'publishedAt',
          publishedAssociation: 'publishedResource',
          draftAssociation: 'draftResource',
          validationGroups: [],
        },
      },
      'Notice',
      'notices',
    ),
  ],
};

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ manifest });
});
afterAll(() => app.close());

const admin = { as: 'admin' } as const;
/** All of them are different texts. */
const ALIKE = ['word', 'word ', 'word  ', ' word', 'Word', 'wörd', 'word\t', 'word\u00a0', ''];

describe.each([
  ['without drafts', '/component/labels', {}],
  ['with drafts', '/component/notices', { publishedAt: 'now' }],
])('unique text of a type %s', (_name, path, more: JsonObject) => {
  test.each(['key', 'code', 'story'])(
    'distinguishes trailing spaces, case and accents: %s',
    async (member) => {
      const other = member === 'code' ? { language: `of ${member}` } : {};
      const made: string[] = [];
      for (const value of ALIKE) {
        const {
          status,
          text: answer,
          body,
        } = await app.post(path, { [member]: value, ...other, ...more }, admin);
        expect(status, `${JSON.stringify(value)}: ${answer}`).toBe(201);
        expect(body[member]).toBe(value);
        made.push(body['@id']);
      }
      for (const value of ALIKE) {
        const { status, body } = await app.post(path, { [member]: value, ...other, ...more }, admin);
        expect(status, JSON.stringify(value)).toBe(422);
        expect(body.violations).toMatchObject([{ propertyPath: member }]);
      }
      const taken = await app.patch(made[0]!, { [member]: 'word ', ...more }, admin);
      expect(taken.status).toBe(422);
      await app.delete(made[1]!, admin);
      const changed = await app.patch(made[0]!, { [member]: 'word ', ...more }, admin);
      expect(changed.status, changed.text).toBe(200);
      // If there are drafts, it is one.
      expect((await app.get(changed.body['@id'], admin)).body[member]).toBe('word ');
    },
  );

  test('is found only by its exact characters', async () => {
    for (const value of ['found', 'found '])
      await app.create(path, { key: value, plain: value, ...more } as JsonObject);
    for (const member of ['key', 'plain'])
      for (const value of ['found', 'found ']) {
        const { body } = await app.get(`${path}?${member}=${encodeURIComponent(value)}`);
        expect(body.member.map((one: JsonObject) => one[member])).toEqual([value]);
      }
  });
});

test('a site parameter has exactly the key in its address', async () => {
  await app.create('/_/site_config_parameters', { key: 'width', value: 'a' }, 'superAdmin');
  const read = (key: string) =>
    app.get(`/_/site_config_parameters/${encodeURIComponent(key)}`, { as: 'superAdmin' });
  expect((await read('width')).status).toBe(200);
  for (const key of ['width ', 'Width']) expect((await read(key)).status).toBe(404);
});
