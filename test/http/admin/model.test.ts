import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Manifest } from '../../../runtime/kernel/contract/schema/manifest.js';
import type { ResourceDescriptor } from '../../../runtime/kernel/contract/schema/resource.js';
import { createContent } from '../publishing/content.js';
import { createTestClock } from '../publishing/support.js';
import { publishingManifest, text } from '../publishing/types.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import type { Role } from '../../support/test-client.js';
import * as schemas from '../../../generated/client/schemas.js';
import { inputSchema } from '../../../runtime/client/rules.js';
import { aToken } from '../access-tokens/support.js';

const HOSTILE = '</script><img src=x onerror=alert(1)>\u2028"${x}';

const record = (name: string, rest: Partial<ResourceDescriptor>): ResourceDescriptor => ({
  name,
  kind: 'record',
  path: `/records/${name.toLowerCase()}s`,
  table: `${name.toLowerCase()}s`,
  fields: [text('words')],
  ...rest,
});

const manifest: Manifest = {
  ...publishingManifest,
  resources: [
    ...publishingManifest.resources,
    record('Vault', {
      description: 'What only super administrators know of.',
      security: {
        collection: "is_granted('ROLE_SUPER_ADMIN')",
        create: "is_granted('ROLE_SUPER_ADMIN')",
      },
    }),
    record('Memo', {
      description: HOSTILE,
      security: { update: "is_granted('ROLE_ADMIN')", delete: "object.words == 'old'" },
      fields: [
        text('words', { length: 40, constraints: [{ NotBlank: { message: 'Say it.' } }] }),
        text('salary', {
          readIf: "is_granted('ROLE_SUPER_ADMIN')",
          writeIf: "is_granted('ROLE_SUPER_ADMIN')",
        }),
        text('code', { writeIf: 'object == null' }),
        text('mood', { enum: ['good', HOSTILE] }),
        text('own', { readIf: 'object.words == user.username' }),
        { ...text('bodyHtml'), type: 'text' },
        {
          kind: 'to-one',
          name: 'vault',
          target: 'Vault',
          column: 'vault_id',
          nullable: true,
          onDelete: 'set-null',
          readable: true,
          writable: true,
        },
      ],
      orderFields: ['words', 'salary'],
      searchFields: ['salary'],
      filters: [
        { parameter: 'mood', field: 'mood', strategy: 'exact', caseSensitive: true },
        { parameter: 'salary', field: 'salary', strategy: 'exact', caseSensitive: true },
      ],
    }),
  ],
};

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    manifest,
    clock: createTestClock(),
    extensions: {
      forms: [
        {
          definition: {
            name: 'MemoType',
            persist: 'Memo',
            fields: [
              { name: 'pay', property_path: 'salary', label: 'What you want', type: 'integer' },
              { name: 'words', label: HOSTILE },
              { name: 'code' },
              { name: 'send', type: 'submit' },
            ],
          },
        },
        { definition: { name: 'OtherType', fields: [{ name: 'words' }] } },
      ],
    },
    config: {
      access_control: [{ path: '^/component/articles', methods: ['DELETE'], roles: ['ROLE_SUPER_ADMIN'] }],
    },
  });
});
afterAll(() => app.close());

const modelFor = async (as: Role) => (await app.get('/admin/model', { as })).body;
// A model of any shape.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Any = any;
const typeOf = async (name: string, as: Role): Promise<Any> =>
  (await modelFor(as)).types.find((type: Any) => type.name === name);
const memberOf = (type: Any, name: string): Any => type.members.find((member: Any) => member.name === name);

describe('GET /admin/model', () => {
  test('requires a signed-in user: 401 for anonymous callers, 403 for access tokens with any scopes', async () => {
    expect((await app.get('/admin/model')).status).toBe(401);
    expect((await app.get('/admin/model', { headers: { authorization: 'Bearer no' } })).status).toBe(401);
    for (const scopes of ['read:Page', '*']) {
      const { by } = await aToken(app, scopes);
      expect((await app.get('/admin/model', by)).status).toBe(403);
    }
  });

  test('is not cached, and is JSON for programs', async () => {
    const { status, headers } = await app.get('/admin/model', { as: 'admin' });
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(headers.get('content-type')).toContain('application/json');
  });

  test('runs only the statements that authenticate the caller, whatever the number of types', async () => {
    await modelFor('admin');
    app.takeStatements();
    await app.get('/me', { as: 'admin' });
    const own = app.takeStatements();
    await modelFor('admin');
    expect(app.takeStatements().length).toBeLessThanOrEqual(own.length);
  });

  test('returns the current user and the address of the service', async () => {
    const { me, service, features } = await modelFor('admin');
    const { body } = await app.get('/me', { as: 'admin' });
    expect(me).toEqual({
      iri: body['@id'],
      username: body.username,
      roles: ['ROLE_ADMIN'],
      granted: ['ROLE_ADMIN', 'ROLE_USER'],
    });
    expect(service).toMatchObject({ prefix: app.config.apiPrefix, hub: null });
    expect(features).toEqual(expect.arrayContaining(['history', 'previews', 'webhooks', 'orphans', 'forms']));
  });

  test('lists the forms that store each type, with labels and without members that are hidden from the caller', async () => {
    const fields = [
      { member: 'words', label: HOSTILE, type: 'text' },
      { member: 'code', label: null, type: 'text' },
    ];
    expect((await typeOf('Memo', 'admin')).forms).toEqual([{ name: 'MemoType', fields }]);
    const pay = { member: 'salary', label: 'What you want', type: 'integer' };
    expect((await typeOf('Memo', 'superAdmin')).forms).toEqual([
      { name: 'MemoType', fields: [pay, ...fields] },
    ]);
    expect(await typeOf('Article', 'admin')).not.toHaveProperty('forms');
  });

  test('omits types that the caller can neither list nor create, and relations to them', async () => {
    const { text: notified } = await app.get('/admin/model', { as: 'admin' });
    expect(notified).not.toContain('"Vault"');
    expect(notified).not.toContain('super administrators know');
    expect(memberOf(await typeOf('Memo', 'admin'), 'vault').targets).toEqual([]);
    expect(memberOf(await typeOf('Memo', 'superAdmin'), 'vault').targets).toEqual(['Vault']);
    expect(await typeOf('Vault', 'superAdmin')).toMatchObject({ may: { list: true, create: true } });
  });

  test('omits accounts if the caller cannot list them', async () => {
    expect(await typeOf('User', 'user')).toBeUndefined();
    expect(await typeOf('User', 'superAdmin')).toMatchObject({ group: 'people', may: { list: true } });
  });

  test('returns the constraints of values and files as in schema files, for members that the caller can see', async () => {
    expect(memberOf(await typeOf('Memo', 'admin'), 'words').constraints).toEqual([
      { NotBlank: { message: 'Say it.' } },
    ]);
    expect(memberOf(await typeOf('Memo', 'admin'), 'mood').constraints).toEqual([]);
  });

  test('omits members that the caller can neither read nor send from schemas, orders, searches and filters', async () => {
    const { types } = await modelFor('admin');
    const note = types.find(({ name }: Any) => name === 'Memo');
    expect(JSON.stringify(note)).not.toContain('salary');
    expect([note.orders, note.search, note.filters.map(({ name }: Any) => name)]).toEqual([
      ['words'],
      false,
      ['mood'],
    ]);
    const whole = await typeOf('Memo', 'superAdmin');
    expect(Object.keys(whole.input.properties)).toContain('salary');
    expect([whole.orders, whole.search]).toEqual([['words', 'salary'], true]);
  });

  test('evaluates permissions of types unless they depend on a record', async () => {
    const rights = { list: true, read: true, create: true, update: true, delete: true, publish: false };
    expect((await typeOf('Memo', 'admin')).may).toEqual(rights);
    expect((await typeOf('Memo', 'user')).may).toEqual({ ...rights, update: false });
    const { may } = await typeOf('SiteConfigParameter', 'user');
    expect(may).toMatchObject({ list: true, read: false, create: false, update: false, delete: false });
  });

  test('evaluates permissions by access control rules too', async () => {
    const [{ path }] = (await modelFor('admin')).types.filter(({ name }: Any) => name === 'Article');
    expect(path).toBe('/component/articles');
    expect((await typeOf('Article', 'admin')).may.delete).toBe(false);
    expect((await typeOf('Article', 'superAdmin')).may.delete).toBe(true);
  });

  test.each<Role>(['user', 'admin', 'superAdmin'])(
    'predicts for each type how requests of this caller are authorized: %s',
    async (as) => {
      const { types } = await modelFor(as);
      const mayDo = (name: string, right: string): boolean =>
        types.find((type: Any) => type.name === name)?.may[right] === true;
      for (const { name, path } of app.app.registry.all) {
        const list = await app.get(path, { as });
        expect([name, list.status === 200]).toEqual([name, mayDo(name, 'list')]);
        // No type accepts this body, so a caller who can create sees a validation error.
        const made = await app.post(path, '[]', { as });
        expect([name, made.status === 400]).toEqual([name, mayDo(name, 'create')]);
      }
    },
  );

  test.each<Role>(['user', 'admin', 'superAdmin'])(
    'predicts the same for records without specific rules: %s',
    async (as) => {
      const content = createContent(app);
      const page = await content.page({ isTemplate: false });
      await content.route({ page });
      const made = {
        Page: page,
        ComponentGroup: await content.group({ pages: [page] }),
        Article: await content.article({ headline: 'Words' }),
        Memo: (await app.create('/records/memos', { words: 'old' }, 'superAdmin'))['@id'],
        SiteConfigParameter: (
          await app.create('/_/site_config_parameters', { key: `key-${as}`, value: 'x' })
        )['@id'],
      };
      const { types } = await modelFor(as);
      for (const [name, iri] of Object.entries(made)) {
        const { may } = types.find((type: Any) => type.name === name);
        expect([name, (await app.get(iri, { as })).status === 200]).toEqual([name, may.read]);
        expect([name, (await app.patch(iri, '[]', { as })).status === 400]).toEqual([name, may.update]);
      }
    },
  );

  test('returns who can publish', async () => {
    expect(await typeOf('Article', 'admin')).toMatchObject({ may: { publish: true } });
    expect((await typeOf('Article', 'user')).may.publish).toBe(false);
  });

  test('names the publication members as the type does, and none for types without drafts', async () => {
    expect((await typeOf('Article', 'user')).publishable).toEqual({
      field: 'publishedAt',
      publishedAssociation: 'publishedResource',
      draftAssociation: 'draftResource',
    });
    const note = await typeOf('Note', 'user');
    expect(note).toMatchObject({
      may: { publish: true },
      publishable: {
        field: 'customPublishedAt',
        publishedAssociation: 'customPublished',
        draftAssociation: 'customDraft',
      },
    });
    for (const name of Object.values(note.publishable as object))
      expect(memberOf(note, name), name).toBeDefined();
    expect((await typeOf('Memo', 'admin')).publishable).toBeNull();
  });

  test('names the timestamp members, and none for types without timestamps', async () => {
    expect((await typeOf('Note', 'user')).timestamps).toEqual({ created: 'made', modified: 'touched' });
    expect((await typeOf('Memo', 'admin')).timestamps).toBeNull();
  });

  test('omits timestamps that are hidden from the caller', async () => {
    for (const role of ['user', 'admin', 'superAdmin'] as const)
      for (const type of (await modelFor(role)).types)
        for (const name of Object.values(type.timestamps ?? {}))
          expect(memberOf(type, String(name)), `${type.name} ${role}`).toBeDefined();
  });

  test('describes members in schema order, as an editor sees them', async () => {
    const { members, group } = await typeOf('Memo', 'admin');
    expect(group).toBe('site');
    expect(members.map(({ name, kind }: Any) => [name, kind])).toEqual([
      ['words', 'string'],
      ['code', 'string'],
      ['mood', 'enum'],
      ['own', 'string'],
      ['bodyHtml', 'html'],
      ['vault', 'iri'],
    ]);
    const article = await typeOf('Article', 'admin');
    expect(memberOf(article, 'publishedAt')).toMatchObject({ kind: 'datetime', readOnly: false });
    expect(memberOf(article, 'createdAt')).toMatchObject({ kind: 'datetime', readOnly: true });
    expect(memberOf(article, 'componentGroups')).toMatchObject({ kind: 'iris', targets: ['ComponentGroup'] });
  });

  test('distinguishes members that only a new record accepts from members that can change', async () => {
    const note = await typeOf('Memo', 'admin');
    expect(memberOf(note, 'code')).toMatchObject({ createOnly: true, readOnly: false });
    expect(Object.keys(note.input.properties)).toContain('code');
    expect(Object.keys(note.patch.properties)).not.toContain('code');
    const read = await typeOf('Memo', 'user');
    expect([read.patch.properties, memberOf(read, 'words').createOnly]).toEqual([{}, true]);
  });

  test('shows passwords as write-only', async () => {
    const user = await typeOf('User', 'superAdmin');
    expect(memberOf(user, 'plainPassword')).toMatchObject({ kind: 'string', writeOnly: true });
  });

  test('escapes hostile names and descriptions as JSON that browsers do not render', async () => {
    const { headers, text: notified } = await app.get('/admin/model', {
      as: 'admin',
      headers: { accept: 'text/html,*/*' },
    });
    expect(headers.get('content-type')).toContain('application/json');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    const note = JSON.parse(notified).types.find(({ name }: Any) => name === 'Memo');
    expect([note.description, note.filters[0].values[1]]).toEqual([HOSTILE, HOSTILE]);
  });

  test('has schemas without references', async () => {
    const { text: notified } = await app.get('/admin/model', { as: 'superAdmin' });
    expect(notified).not.toContain('$ref');
  });
});

describe('the schemas of bodies', () => {
  test('equal those of the generated client', async () => {
    const sample = await startTestApp();
    try {
      const { types } = (await sample.get('/admin/model', { as: 'superAdmin' })).body;
      const client = schemas as Readonly<Record<string, object>>;
      for (const { name, input, patch, rules } of types as Any[]) {
        const known = client[`${name}Input`];
        // The form types of a site are known only at runtime.
        if (known === undefined || name === 'Form') continue;
        expect(JSON.parse(JSON.stringify(known)).properties, name).toEqual(input.properties);
        expect([input.title, patch.title]).toEqual([`${name}Input`, `${name}Patch`]);
        const checked = inputSchema(input, rules)['~standard'].validate({ uiComponent: 7 });
        if ('uiComponent' in input.properties)
          expect(checked).toMatchObject({ issues: [{ path: ['uiComponent'] }] });
      }
    } finally {
      await sample.close();
    }
  });
});
