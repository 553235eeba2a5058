import { type AnySchema, Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../support/test-app.js';
import { startTestApp } from '../../support/test-app.js';
import { resolveReferences } from '../../support/resolve-references.js';
import type { Role } from '../../support/test-client.js';
import { createSite } from '../routes/site.js';

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
}
type PathItem = Readonly<Record<string, Operation>>;

let app: TestApp;
let paths: Readonly<Record<string, PathItem>> = {};
/** An existing record of each collection path. */
const records = new Map<string, string>();
beforeAll(async () => {
  app = await startTestApp();
  const { body } = await app.get('/docs.jsonopenapi');
  paths = resolveReferences(body).paths;
  await fillSite();
}, 120_000);
afterAll(() => app.close());

async function fillSite(): Promise<void> {
  const site = createSite(app);
  const template = await site.template();
  const article = await site.article({ page: template['@id'] });
  const route = await site.generate({ pageData: article['@id'] });
  const group = await site.group({ pages: [template['@id']] });
  const html = await site.html(group);
  const [position] = html.componentPositions as string[];
  const setting = await app.create('/_/site_config_parameters', { key: 'colour', value: 'red' });
  const me = await app.get('/me', { as: 'admin' });
  const made = [template, article, route, group, html, setting, me.body, { '@id': position }];
  for (const iri of [...made.map((document) => String(document['@id'])), await layoutOf(template['@id'])]) {
    const [, collection = '', key = ''] =
      /^\/_api((?:\/_|\/component|\/page_data)?\/[a-z_]+)\/(.+)$/.exec(iri) ?? [];
    records.set(collection, key);
  }
}

async function layoutOf(page: string): Promise<string> {
  return String((await app.get(page, { as: 'admin' })).body.layout);
}

const MISSING = '00000000-0000-4000-8000-000000000000';
/** Keys that are requested once, as an administrator. */
const HOSTILE_KEYS = ['no-uuid', "'--", '%F0%9F%98%80', '0'.repeat(300), '%00', '%E0%A4%A'];
const HOSTILE_QUERIES = ['', '?page=0', '?order[createdAt]=up', '?search[]=1', '?published=maybe'];
const BODIES: readonly (readonly [type: string | undefined, text: string])[] = [
  [undefined, '{}'],
  ['text/plain', 'text'],
  ['json', '{'],
  ['json', '[]'],
  ['json', '{}'],
  [
    'json',
    '{"path":5,"reference":[],"title":{},"page":"/nowhere","layout":"nonsense","username":7,"token":true}',
  ],
];
const ROLES: readonly Role[] = ['anonymous', 'user', 'admin'];

/** Returns the path with a key of a record; the parts after it match nothing. */
function addressOf(template: string, key: string): string {
  return template.replace(/\{[^}]+\}/, key).replaceAll(/\{[^}]+\}/g, 'file');
}

/** Keys that are requested in every way: that of an existing record, and an unknown one. */
function plainKeys(template: string, method: string): readonly string[] {
  const [, collection = ''] = /^\/_api(.*?)\/\{/.exec(template) ?? [];
  const known = records.get(collection);
  // A deleted record is not available to the next request.
  return known === undefined || method === 'delete' ? [MISSING] : [known, MISSING];
}

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly as: Role;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

function requestsTo(template: string, method: string, operation: Operation): Sent[] {
  const roles = template.endsWith('/logout') ? (['anonymous'] as const) : ROLES;
  const contents = operation.requestBody === undefined ? QUERIES : bodiesOf(operation.requestBody.content);
  const shared = { method: method.toUpperCase(), as: 'admin' as const };
  const plain = plainKeys(template, method).flatMap((key) =>
    roles.flatMap((as) =>
      contents.map(({ query, ...content }): Sent => ({
        ...shared,
        ...content,
        as,
        url: addressOf(template, key) + query,
      })),
    ),
  );
  const { headers = {}, body } = contents.at(-1) ?? {};
  const last = { headers, ...(body === undefined ? {} : { body }) };
  const hostile = HOSTILE_KEYS.map((key): Sent => ({ ...shared, ...last, url: addressOf(template, key) }));
  return template.includes('{')
    ? [...plain, ...hostile]
    : plain.slice(0, plain.length / plainKeys(template, method).length);
}

type Content = Pick<Sent, 'headers' | 'body'> & { readonly query: string };

const QUERIES: readonly Content[] = HOSTILE_QUERIES.map((query) => ({ query, headers: {} }));

function bodiesOf(documented: Readonly<Record<string, unknown>>): readonly Content[] {
  const accepted = Object.keys(documented).find((type) => type.includes('json')) ?? 'application/json';
  return BODIES.map(([type, body]) => ({
    query: '',
    body,
    headers: { 'content-type': type === 'json' ? accepted : (type ?? '') },
  }));
}

async function answer({ method, url, as, headers, body }: Sent) {
  const authorization = as === 'anonymous' ? {} : { authorization: `Bearer ${await app.token(as)}` };
  const response = await fetch(app.origin + url, {
    method,
    redirect: 'manual',
    headers: { ...headers, ...authorization },
    ...(body === undefined ? {} : { body: new TextEncoder().encode(body) }),
  });
  const text = await response.text();
  const type = text === '' ? 'none' : (response.headers.get('content-type') ?? '').replace(/;.*/, '');
  return { status: response.status, type, headers: response.headers };
}

/** Whether the document describes a status with the media type, or without a body. */
function isDocumented({ responses }: Operation, status: number, type: string): boolean {
  const documented = responses[String(status)];
  if (documented === undefined) return false;
  const types = Object.keys(documented.content ?? {});
  return types.length === 0 ? type === 'none' : types.includes(type) || types.includes('*/*');
}

describe('the OpenAPI document', () => {
  test('describes the status and the media type of every response, to valid and hostile requests of any caller', async () => {
    const undocumented = new Set<string>();
    for (const [template, item] of Object.entries(paths)) {
      for (const [method, operation] of Object.entries(item)) {
        for (const sent of requestsTo(template, method, operation)) {
          const { status, type } = await answer(sent);
          if (!isDocumented(operation, status, type))
            undocumented.add(`${sent.method} ${template}: ${status} ${type}`);
        }
      }
    }
    expect([...undocumented]).toEqual([]);
  }, 600_000);

  test('has a 401 for exactly the operations that reject an expired session', async () => {
    const differing: string[] = [];
    for (const [template, item] of Object.entries(paths)) {
      for (const [method, { responses }] of Object.entries(item)) {
        const url = addressOf(template, MISSING);
        const headers = { authorization: 'Bearer of.another.time' };
        const { status } = await answer({ method: method.toUpperCase(), url, as: 'anonymous', headers });
        // A 401 of the login is about the credentials, a password or a passkey.
        const isLogin = /\/login(?:\/passkey(?:\/options)?)?$/.test(template);
        const isDocumented = '401' in responses && !isLogin;
        if ((status === 401) !== isDocumented) differing.push(`${method} ${template}: ${status}`);
      }
    }
    expect(differing).toEqual([]);
  });

  test('describes errors of a whole request, which name no member', async () => {
    const layout = `/_/layouts/${records.get('/_/layouts') ?? ''}`;
    const { components } = (await app.get('/docs.jsonopenapi')).body;
    const { status, body } = await app.delete(layout, { as: 'admin' });
    expect([status, body.violations]).toEqual([422, undefined]);
    const described = paths[`${app.config.apiPrefix}/_/layouts/{id}`]?.delete?.responses['422']?.content;
    const { schema } = described?.['application/problem+json'] as { schema: AnySchema };
    const isDescribed = new Ajv2020({ strict: false }).compile({ ...(schema as object), components });
    expect(isDescribed(body)).toBe(true);
  });

  test('names the methods that Allow names, and every other one results in 405', async () => {
    const differing: string[] = [];
    for (const [template, item] of Object.entries(paths)) {
      const url = addressOf(template, MISSING);
      const documented = Object.keys(item).map((method) => method.toUpperCase());
      const options = await answer({ method: 'OPTIONS', url, as: 'anonymous', headers: {} });
      const allowed = (options.headers.get('allow') ?? '')
        .split(', ')
        .filter((name) => !/OPTIONS|HEAD/.test(name));
      if (allowed.sort().join() !== documented.sort().join())
        differing.push(`${template}: ${documented.join()} is documented, Allow has ${allowed.join()}`);
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
        (name) => !documented.includes(name),
      )) {
        const { status, type } = await answer({ method, url, as: 'superAdmin', headers: {} });
        if (status !== 405 || type !== 'application/problem+json')
          differing.push(`${method} ${template}: ${status} ${type}`);
      }
    }
    expect(differing).toEqual([]);
  }, 600_000);
});
