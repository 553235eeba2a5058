import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenAPIObject, RequestBodyObject, SchemaObject } from 'openapi3-ts/oas31';
import { resolveReferences } from '../../support/resolve-references.js';
import { loadSampleSite } from '../../support/sample-site.js';
import { startTestApp } from '../../support/test-app.js';
import type { TestApp } from '../../support/test-app.js';

interface Example {
  readonly path: string;
  readonly type: string;
  readonly body: object;
}

let app: TestApp;
let document: OpenAPIObject;
let schemas: Readonly<Record<string, SchemaObject>>;
beforeAll(async () => {
  app = await startTestApp();
  await loadSampleSite(app);
  document = resolveReferences<OpenAPIObject>((await app.get('/docs.json')).body);
  schemas = (document.components?.schemas ?? {}) as Record<string, SchemaObject>; // none is a reference
}, 120_000);
afterAll(() => app.close());

/** Endpoints whose bodies depend on time: a ticket, a challenge, a code of an authenticator app. */
const OF_THE_MOMENT = /\/(?:login\/(?:enrol|passkey|second_factor)|me\/(?:passkeys|proof|totp))/;

/** Returns every example of every POST, in the order of the document. */
function examples(): readonly Example[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) => {
    const body = item.post?.requestBody as RequestBodyObject | undefined; // references are resolved
    return Object.entries(body?.content ?? {}).flatMap(([type, { schema, example, examples: named }]) => {
      const ofSchema =
        schema !== undefined && '$ref' in schema
          ? (schemas[schema.$ref.replace('#/components/schemas/', '')]?.examples ?? [])
          : (schema?.examples ?? []);
      const ofType = Object.values(named ?? {}).map((each) => ('value' in each ? each.value : undefined));
      const all = [...(example === undefined ? [] : [example]), ...ofType, ...ofSchema] as object[]; // bodies are objects
      return all.map((one) => ({ path, type, body: one }));
    });
  });
}

/** Returns the body with different unique values for each media type. */
function distinct(body: object, turn: number): string {
  return JSON.stringify(body).replace(/Some (\w+)|an-old-address|someone@/g, (text) => `${turn}-${text}`);
}

describe('the example bodies of the OpenAPI document', () => {
  test('of every POST that does not depend on time are accepted as they are, once, on the sample site', async () => {
    const refused: string[] = [];
    const sent = new Set<string>();
    for (const { path, type, body } of examples().filter((each) => !OF_THE_MOMENT.test(each.path))) {
      const text = sent.has(path) ? distinct(body, sent.size) : JSON.stringify(body);
      sent.add(path);
      const headers = { 'content-type': type, authorization: `Bearer ${await app.token('superAdmin')}` };
      const isSignIn = path.endsWith('/login');
      const answer = await fetch(app.origin + path, {
        method: 'POST',
        headers: isSignIn ? { 'content-type': type } : headers,
        body: text,
      });
      if (!answer.ok) refused.push(`${path} ${text}: ${answer.status} ${await answer.text()}`);
    }
    expect(refused).toEqual([]);
    expect([...sent].map((path) => path.replace(app.config.apiPrefix, ''))).toEqual(
      expect.arrayContaining([
        ...['/_/component_groups', '/_/layouts', '/_/routes', '/_/site_config_parameters', '/users'],
        ...['/component/collections', '/component/forms', '/component/html_contents', '/component/images'],
        ...['/component/navigation_links', '/component/titles', '/login'],
      ]),
    );
  });

  test('are missing for types that must reference another record, and the description names that member', () => {
    const said = Object.entries(document.paths ?? {}).flatMap(([path, { post }]) => {
      const body = post?.requestBody as RequestBodyObject | undefined; // references are resolved
      const [, name] = /`(\w+)` is the IRI of an existing record/.exec(body?.description ?? '') ?? [];
      return name === undefined ? [] : [[path.replace(app.config.apiPrefix, ''), name]];
    });
    expect(said).toEqual([
      ['/_/component_positions', 'componentGroup'],
      ['/_/pages', 'layout'],
      ['/page_data/blog_article_datas', 'page'],
      ['/page_data/nested_page_datas', 'page'],
    ]);
    for (const name of ['ComponentPosition', 'Page', 'BlogArticleData', 'NestedPageData'])
      expect(schemas[`${name}.jsonld-input`]).not.toHaveProperty('examples');
  });

  test('of new records contain what a record requires, and those of changes do not', async () => {
    const required = (name: string) => schemas[name]?.required;
    expect({
      ComponentGroup: required('ComponentGroup.jsonld-input'),
      ComponentPosition: required('ComponentPosition.jsonld-input'),
      Layout: required('Layout.jsonld-input'),
      Page: required('Page.jsonld-input'),
      Route: required('Route.jsonld-input'),
      SiteConfigParameter: required('SiteConfigParameter.jsonld-input'),
      Collection: required('Collection.jsonld-input'),
      Form: required('Form.jsonld-input'),
      User: required('User.jsonld-input'),
      BlogArticleData: required('BlogArticleData.jsonld-input'),
    }).toEqual({
      ComponentGroup: ['reference', 'location'],
      ComponentPosition: ['componentGroup'],
      Layout: ['reference', 'uiComponent'],
      Page: ['reference', 'uiComponent', 'isTemplate', 'layout'],
      Route: ['path', 'name'],
      SiteConfigParameter: ['key'],
      Collection: ['resourceIri'],
      Form: ['formType'],
      User: ['username', 'emailAddress', 'plainPassword'],
      BlogArticleData: ['page'],
    });
    expect(required('Page.jsonld-patch')).toBeUndefined();
    const patch = document.paths?.[`${app.config.apiPrefix}/_/pages/{id}`]?.patch
      ?.requestBody as RequestBodyObject;
    expect(patch.content['application/merge-patch+json']?.schema).toEqual({
      $ref: '#/components/schemas/Page.jsonld-patch',
    });
  });

  // The rules are those of the running service, not of the document.
  test.each([
    ['/_/layouts', 'Layout'],
    ['/_/pages', 'Page'],
    ['/_/routes', 'Route'],
    ['/_/component_groups', 'ComponentGroup'],
    ['/_/component_positions', 'ComponentPosition'],
    ['/_/site_config_parameters', 'SiteConfigParameter'],
    ['/component/collections', 'Collection'],
    ['/component/forms', 'Form'],
    ['/users', 'User'],
  ])('an empty body to %s is rejected for each required member', async (path, type) => {
    const answer = await app.post(path, {}, { as: 'superAdmin' });
    const missed = (answer.body.violations as { propertyPath: string }[]).map(
      ({ propertyPath }) => propertyPath,
    );
    expect(answer.status).toBe(422);
    expect(missed).toEqual(expect.arrayContaining(schemas[`${type}.jsonld-input`]?.required ?? ['nothing']));
  });
});
