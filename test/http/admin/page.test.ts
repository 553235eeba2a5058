import { mkdir, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { projectWithAdmin, projectWithoutAdmin, SCRIPT } from './support.js';

let app: TestApp;
let projectRoot: string;
beforeAll(async () => {
  projectRoot = await projectWithAdmin();
  app = await startTestApp({
    projectRoot,
    config: {
      mercure: { hub_name: null },
      user: { email_links: { default_origin: 'https://www.example.com' } },
      filesystems: {
        public: { driver: 'local', public_url: 'https://cdn.example.com/files' },
        private: { driver: 'local', root: 'private' },
      },
      compression: true,
      http_cache: { response_cache: { max_bytes: 10_000_000 } },
    },
  });
});
afterAll(async () => {
  await app.close();
  await rm(projectRoot, { recursive: true, force: true });
});

const policyOf = (headers: Headers): ReadonlyMap<string, readonly string[]> =>
  new Map(
    (headers.get('content-security-policy') ?? '').split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources];
    }),
  );

/** Returns the status of an unnormalized path; higher-level clients resolve dots. */
const statusOf = (path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(app.origin);
    request({ hostname, port, path: app.config.apiPrefix + path }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });

describe('GET /admin', () => {
  test('returns the same application to everyone', async () => {
    const { status, headers, text } = await app.get('/admin');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain(`src="${app.config.apiPrefix}/admin/assets/app-abc.js"`);
    expect(text).not.toContain('__');
    expect((await app.get('/admin', { as: 'superAdmin' })).status).toBe(200);
  });

  test('responds without a database query', async () => {
    app.takeStatements();
    await app.get('/admin');
    await app.get('/admin/assets/app-abc.js');
    // On databases without notifications, the response cache checks for writes of other processes.
    expect(app.takeStatements().filter((sql) => !/invalidation/.test(sql))).toEqual([]);
  });

  test.each([
    '/admin/',
    '/admin/titles',
    '/admin/component/titles/0190/edit',
    '/admin/routes/%2F_%2Froutes%2F%2Fabout.html',
    '/admin/modelling',
    '/admin/assets',
  ])('returns the same response at %s, which a browser can open directly', async (path) => {
    const { status, text } = await app.get(path);
    expect(status).toBe(200);
    expect(text).toContain('csp-nonce');
  });

  test('allows its own scripts and styles, files, the front end, the API and the hub', async () => {
    const { headers, text } = await app.get('/admin');
    const [, nonce = ''] = /content="([^"]+)"/.exec(text) ?? [];
    expect(Buffer.from(nonce, 'base64')).toHaveLength(16);
    const own = app.config.server.publicUrl;
    expect(Object.fromEntries(policyOf(headers))).toEqual({
      'default-src': [`'none'`],
      'script-src': [`'self'`, `'nonce-${nonce}'`],
      'style-src': [`'self'`, `'nonce-${nonce}'`],
      'img-src': [`'self'`, 'blob:', 'data:', own, 'https://cdn.example.com'],
      'media-src': [`'self'`, 'blob:', own, 'https://cdn.example.com'],
      'connect-src': [`'self'`, own, 'https://cdn.example.com'],
      'font-src': [`'self'`],
      'frame-src': ['https://www.example.com'],
      'base-uri': [`'none'`],
      'form-action': [`'none'`],
      'frame-ancestors': [`'none'`],
    });
  });

  test('has a new nonce each time and is not cached', async () => {
    const [first, second] = [await app.get('/admin'), await app.get('/admin')];
    expect(first.text).not.toBe(second.text);
    expect(policyOf(first.headers).get('script-src')).not.toEqual(policyOf(second.headers).get('script-src'));
    expect(first.headers.get('cache-control')).toBe('private, no-store');
  });

  test('cannot be framed, sniffed or indexed, and sends no referrer', async () => {
    const { headers } = await app.get('/admin/titles');
    expect(
      ['x-content-type-options', 'referrer-policy', 'x-robots-tag', 'x-frame-options'].map((name) =>
        headers.get(name),
      ),
    ).toEqual(['nosniff', 'no-referrer', 'noindex', 'deny']);
  });
});

describe('GET /admin/assets/{file}', () => {
  test('returns a file with an ETag and a cache lifetime of one year', async () => {
    const { status, headers, text } = await app.get('/admin/assets/app-abc.js', {
      headers: { 'accept-encoding': 'identity' },
    });
    expect([status, text, headers.get('content-type')]).toEqual([
      200,
      SCRIPT,
      'text/javascript; charset=utf-8',
    ]);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    const again = await app.get('/admin/assets/app-abc.js', {
      headers: { 'accept-encoding': 'identity', 'if-none-match': headers.get('etag') ?? '' },
    });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  test.each([
    ['br', 'as it was compressed when it was built', 'app-abc.js'],
    ['gzip', 'compressed by the service', 'app-abc.js'],
    ['br', 'compressed by the service', 'style-def.css'],
  ])('answers in %s, %s: %s %s', async (encoding, _how, file) => {
    const plain = await app.get(`/admin/assets/${file}`, { headers: { 'accept-encoding': 'identity' } });
    const { headers, text } = await app.get(`/admin/assets/${file}`, {
      headers: { 'accept-encoding': encoding },
    });
    expect([headers.get('content-encoding'), text]).toEqual([encoding, plain.text]);
    expect(headers.get('vary')).toContain('Accept-Encoding');
    expect(headers.get('etag')).not.toBe(plain.headers.get('etag'));
    expect(plain.headers.get('content-encoding')).toBeNull();
    const again = await app.get(`/admin/assets/${file}`, {
      headers: { 'accept-encoding': encoding, 'if-none-match': headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  test.each([
    ['an unknown file', '/admin/assets/other.js', 404],
    ['a folder', '/admin/assets/deep', 404],
    ['a file that is not part of the application', '/admin/assets/notes.sh', 404],
    ['the compressed file requested directly', '/admin/assets/app-abc.js.br', 404],
    ['a file outside the folder', '/admin/assets/../secret.js', 404],
    ['a path with encoded dots', '/admin/assets/%2e%2e/secret.js', 404],
    ['a path with encoded slashes', '/admin/assets/..%2fsecret.js', 404],
    ['a path with double-encoded dots', '/admin/assets/%252e%252e%252fsecret.js', 404],
    ['a path with backslashes', '/admin/assets/..%5csecret.js', 404],
    ['a file of the system', '/admin/assets//etc/passwd', 404],
    ['a path with a NUL', '/admin/assets/app-abc.js%00.css', 400],
    ['dots in a path of the application', '/admin/../admin/%2e%2e/x', 404],
    ['a line break in a path of the application', '/admin/titles%0d%0aX:y', 404],
    ['an invalid encoding', '/admin/assets/%E0%A4%A', 400],
  ])('rejects %s', async (_what, path, status) => {
    expect(await statusOf(path)).toBe(status);
  });

  test('accepts no other methods', async () => {
    for (const path of ['/admin', '/admin/titles', '/admin/assets/app-abc.js'])
      expect((await app.post(path, {}, { as: 'superAdmin' })).status).toBe(405);
  });
});

describe('the extensions of the project', () => {
  const folder = (): string => join(projectRoot, 'dist/admin');
  afterEach(() => rm(folder(), { recursive: true, force: true }));

  test('are linked from the page once they are built, and cached for a year', async () => {
    expect((await app.get('/admin')).text).toContain('name="admin-own" content=""');
    await mkdir(folder(), { recursive: true });
    await writeFile(join(folder(), 'index-abc.js'), SCRIPT);
    await writeFile(join(folder(), 'own.json'), '{"script":"index-abc.js","style":"index-def.css"}');
    const { text } = await app.get('/admin');
    const own = `${app.config.apiPrefix}/admin/own`;
    expect(text).toContain(`content="${own}/index-abc.js"`);
    expect(text).toContain(`<link rel="stylesheet" href="${own}/index-def.css" />`);
    const file = await app.get('/admin/own/index-abc.js');
    expect([file.status, file.text, file.headers.get('cache-control')]).toEqual([
      200,
      SCRIPT,
      'public, max-age=31536000, immutable',
    ]);
  });

  test.each(['/admin/own/own.json', '/admin/own/other.js', '/admin/own/..%2f..%2fpackage.json'])(
    'expose no other file of their folder: %s',
    async (path) => {
      await mkdir(folder(), { recursive: true });
      await writeFile(join(folder(), 'own.json'), '{"script":"index-abc.js"}');
      expect(await statusOf(path)).toBe(404);
    },
  );
});

describe('without the package', () => {
  test('explains how to install it and links to the alternatives', async () => {
    const root = await projectWithoutAdmin();
    const bare = await startTestApp({ projectRoot: root });
    try {
      const { status, body } = await bare.get('/admin');
      expect([status, body.detail]).toEqual([
        404,
        'The admin package is not installed. Run `npm install cms-api-components-admin@0.2.0` in the project folder.',
      ]);
      expect((await bare.get('/admin/titles')).status).toBe(404);
      expect((await bare.get('/admin/assets/app-abc.js')).status).toBe(404);
      expect((await bare.get('/admin/model', { as: 'admin' })).status).toBe(200);
    } finally {
      await bare.close();
      await rm(root, { recursive: true, force: true });
    }
  });
});
