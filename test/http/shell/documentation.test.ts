import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDocumentationEndpoints } from '../../../runtime/features/documentation/documentation.js';
import { createHealthEndpoints } from '../../../runtime/features/documentation/feature.js';
import { DOCUMENTATION } from './documentation-fixture.js';
import { startShell } from './support.js';
import type { Shell } from './support.js';

let shell: Shell;
let isDatabaseUp = true;
beforeAll(async () => {
  const ping = async (): Promise<void> => {
    if (!isDatabaseUp) throw new Error('connection refused');
  };
  shell = await startShell([
    ...createDocumentationEndpoints(DOCUMENTATION.config, () => DOCUMENTATION),
    ...createHealthEndpoints({ ping }),
  ]);
});
afterAll(() => shell.close());
const BROWSER = 'text/html,application/xhtml+xml,*/*;q=0.8';
const get = (url: string, accept?: string) =>
  shell.send('GET', `/_api${url}`, accept === undefined ? {} : { headers: { Accept: accept } });

describe('GET /', () => {
  test.each(['', '/', '/index', '/index.jsonld', '/.jsonld'])(
    '%s lists the collections in order',
    async (url) => {
      const { status, json } = await get(url);
      expect(status).toBe(200);
      expect(json).toEqual({
        '@context': '/_api/contexts/Entrypoint',
        '@id': '/_api',
        '@type': 'Entrypoint',
        heroImage: '/_api/component/hero_images',
        layout: '/_api/_/layouts',
      });
      expect(Object.keys(json).slice(3)).toEqual(['heroImage', 'layout']);
    },
  );

  test('a browser gets the interactive documentation', async () => {
    const { status, headers, text } = await get('/', 'text/html,application/xhtml+xml,*/*;q=0.8');
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('<title>Sample site API</title>');
  });
});

describe('the root of the server', () => {
  test.each(['GET', 'HEAD'])('%s redirects a browser to the documentation', async (method) => {
    const { status, headers } = await shell.send(method, '/', { headers: { Accept: BROWSER } });
    expect([status, headers.location, headers.vary]).toEqual([
      302,
      '/_api/docs',
      expect.stringContaining('Accept'),
    ]);
    expect((await shell.send('GET', '/_api/docs', { headers: { Accept: BROWSER } })).status).toBe(200);
  });

  test.each([undefined, '*/*', 'application/json', 'application/ld+json, text/html'])(
    'a program that accepts %s gets 404',
    async (accept) => {
      const { status } = await shell.send(
        'GET',
        '/',
        accept === undefined ? {} : { headers: { Accept: accept } },
      );
      expect(status).toBe(404);
    },
  );

  test('redirects only reads of the root itself', async () => {
    expect((await shell.send('GET', '/else', { headers: { Accept: BROWSER } })).status).toBe(404);
    expect((await shell.send('POST', '/', { headers: { Accept: BROWSER } })).status).toBe(404);
  });
});

describe('GET /contexts/{type}', () => {
  test.each(['/contexts/HeroImage', '/contexts/HeroImage.jsonld'])(
    '%s maps members to terms',
    async (url) => {
      const { status, headers, json } = await get(url);
      expect([status, headers['content-type']]).toEqual([200, 'application/ld+json; charset=utf-8']);
      expect(json['@context']).toEqual({
        '@vocab': 'https://api.example.com/_api/docs.jsonld#',
        hydra: 'http://www.w3.org/ns/hydra/core#',
        id: 'HeroImage/id',
        title: 'HeroImage/title',
        publishedAt: 'HeroImage/publishedAt',
        route: { '@id': 'HeroImage/route', '@type': '@id' },
        _metadata: 'HeroImage/_metadata',
      });
    },
  );

  test.each(['Entrypoint', 'Error', 'ConstraintViolation', 'Layout'])('%s has a context', async (type) => {
    expect((await get(`/contexts/${type}`)).status).toBe(200);
  });

  test.each(['Nothing', 'constructor', '__proto__', 'heroImage'])('%s has none', async (type) => {
    expect((await get(`/contexts/${type}`)).status).toBe(404);
  });
});

describe('GET /docs', () => {
  test.each([
    ['/docs', undefined, 'application/ld+json; charset=utf-8'],
    ['/docs', 'application/ld+json,application/json', 'application/ld+json; charset=utf-8'],
    ['/docs', 'application/json', 'application/json; charset=utf-8'],
    ['/docs', 'application/vnd.openapi+json', 'application/vnd.openapi+json; charset=utf-8'],
    ['/docs', 'text/html,*/*;q=0.8', 'text/html; charset=utf-8'],
    ['/docs.jsonld', undefined, 'application/ld+json; charset=utf-8'],
    ['/docs.json', 'text/html', 'application/json; charset=utf-8'],
    ['/docs.jsonopenapi', undefined, 'application/vnd.openapi+json; charset=utf-8'],
    ['/docs.html', undefined, 'text/html; charset=utf-8'],
  ])('%s for %s is %s', async (url, accept, type) => {
    const { status, headers } = await get(url, accept);
    expect([status, headers['content-type']]).toEqual([200, type]);
  });

  test('an unsupported type results in 406 and an unknown suffix in 404', async () => {
    expect((await get('/docs', 'application/xml')).status).toBe(406);
    expect((await get('/docs.xml')).status).toBe(404);
  });

  test('OpenAPI contains prefix, server and version', async () => {
    const { json } = await get('/docs.json');
    expect(json.info).toMatchObject({
      title: 'Sample site',
      description: 'API for Sample site',
      version: '1.0.0 (0.1.0@abc1234)',
    });
    expect(json.servers).toEqual([{ url: 'https://api.example.com' }]);
    const paths = Object.keys(json.paths);
    expect(paths).toEqual(
      expect.arrayContaining(['/_api', '/_api/component/hero_images', '/_api/component/hero_images/{id}']),
    );
    expect(paths).not.toContain('/_api/component/forms');
  });

  test('the hypermedia description names classes in both spellings', async () => {
    const { json } = await get('/docs.jsonld');
    expect(json).toMatchObject({
      '@id': '/_api/docs.jsonld',
      '@type': 'ApiDocumentation',
      title: 'Sample site',
      entrypoint: '/_api',
    });
    expect(json.info.version).toBe('1.0.0 (0.1.0@abc1234)');
    const hero = json.supportedClass.find(({ title }: { title: string }) => title === 'HeroImage');
    expect(hero.explicitAllowOnly).toBe(true);
    expect(hero.supportedProperty.map(({ title }: { title: string }) => title)).toContain('publishedAt');
    const layout = json.supportedClass.find(({ title }: { title: string }) => title === 'Layout');
    expect(layout).not.toHaveProperty('explicitAllowOnly');
    const prefixed = json['hydra:supportedClass'].find(
      (one: Record<string, string>) => one['rdfs:label'] === 'HeroImage',
    );
    expect(prefixed['hydra:title']).toBe('HeroImage');
    expect(
      prefixed['hydra:supportedProperty'].map((one: Record<string, string>) => one['hydra:title']),
    ).toContain('publishedAt');
  });

  test('the page allows scripts and styles of its own origin only', async () => {
    const { headers, text } = await get('/docs.html');
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self' 'sha256-[^']+'; style-src 'self' 'sha256-[^']+'; img-src 'self' data:; connect-src 'self'; /,
    );
    expect(text).not.toMatch(/https?:\/\//);
  });
});

describe('GET /_/health', () => {
  const facts = ({ status, headers, text }: Awaited<ReturnType<typeof get>>) => [
    status,
    headers['content-type'],
    headers['cache-control'],
    text,
  ];
  const UP = [200, 'application/json', 'private, no-store', '{"status":"ok"}'];
  const DOWN = [503, 'application/json', 'private, no-store', '{"status":"unavailable","reason":"database"}'];

  test('reports whether the database responds, and /live that the process does', async () => {
    expect(facts(await get('/_/health'))).toEqual(UP);
    expect(facts(await get('/_/health/live'))).toEqual(UP);
    isDatabaseUp = false;
    const down = await get('/_/health');
    const live = await get('/_/health/live');
    isDatabaseUp = true;
    expect(facts(down)).toEqual(DOWN);
    expect(down.headers['retry-after']).toBeDefined();
    expect(facts(live)).toEqual(UP);
  });

  test.each(['/_/health', '/_/health/live'])('HEAD of %s has the headers and no body', async (url) => {
    const { status, headers, text } = await shell.send('HEAD', `/_api${url}`);
    expect([status, headers['content-type'], text]).toEqual([200, 'application/json', '']);
    isDatabaseUp = false;
    const down = await shell.send('HEAD', '/_api/_/health');
    isDatabaseUp = true;
    expect([down.status, down.text]).toEqual([503, '']);
  });

  test.each(['text/html', 'application/ld+json', 'image/png'])(
    'is JSON for clients that accept %s',
    async (accept) => {
      expect(facts(await get('/_/health', accept))).toEqual(UP);
    },
  );

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s is 405', async (method) => {
    for (const url of ['/_api/_/health', '/_api/_/health/live']) {
      const { status, headers } = await shell.send(method, url);
      expect([status, headers.allow]).toEqual([405, 'OPTIONS, HEAD, GET']);
    }
  });

  test('does not authenticate, so it accepts requests with an invalid token', async () => {
    const headers = { Authorization: 'Bearer nonsense' };
    expect((await shell.send('GET', '/_api/_/health', { headers })).status).toBe(200);
  });
});
