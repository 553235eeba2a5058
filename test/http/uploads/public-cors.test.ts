import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UploadsApp } from './support.js';
import { form, picture, startUploadsApp } from './support.js';

const FRONT_END = 'https://www.example.com';
const STRANGER = 'https://stranger.example';

let app: UploadsApp;
let original: string;
let variant: string;

beforeAll(async () => {
  app = await startUploadsApp({
    config: { cors: { allow_origin: [FRONT_END, 'https://[a-z]+\\.preview\\.example'] } },
  });
  const created = await app.upload(
    '/component/images/upload',
    form({ file: [await picture(600, 600), 'a.png'] }),
  );
  expect(created.status, created.text).toBe(201);
  const [stored = ''] = await app.files('public');
  const all = await app.files('public', 'variants');
  original = `${app.origin}/uploads/${stored}`;
  variant = `${app.origin}/uploads/${all.find((path) => path !== stored && path.includes('thumbnail')) ?? ''}`;
});
afterAll(() => app.close());

const addresses = () => [original, variant, `${app.origin}/uploads/missing.png`];

function corsHeaders({ headers }: Response): Record<string, string | null> {
  return {
    origin: headers.get('access-control-allow-origin'),
    credentials: headers.get('access-control-allow-credentials'),
  };
}

describe('files with a public address', () => {
  test.each(['GET', 'HEAD'])(
    '%s can be read by pages of an allowed origin, including variants',
    async (method) => {
      for (const origin of [FRONT_END, 'https://feature.preview.example']) {
        for (const [index, address] of addresses().entries()) {
          const response = await fetch(address, { method, headers: { origin } });
          await response.arrayBuffer();
          expect(response.status, address).toBe(index === 2 ? 404 : 200);
          expect(corsHeaders(response)).toEqual({ origin, credentials: 'true' });
        }
      }
    },
  );

  test('can be read as ranges and with 304 as well', async () => {
    const first = await fetch(original, { headers: { origin: FRONT_END, range: 'bytes=0-9' } });
    expect(first.status).toBe(206);
    expect(corsHeaders(first).origin).toBe(FRONT_END);
    expect(first.headers.get('access-control-expose-headers')).toContain('Content-Range');
    const tag = first.headers.get('etag') ?? '';
    const again = await fetch(original, { headers: { origin: FRONT_END, 'if-none-match': tag } });
    expect(again.status).toBe(304);
    expect(corsHeaders(again).origin).toBe(FRONT_END);
  });

  test('list their methods in a preflight, which is valid as long as one of the API', async () => {
    const preflight = (url: string, origin: string): Promise<Response> =>
      fetch(url, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'GET' } });
    const api = await preflight(`${app.origin}${app.config.apiPrefix}/component/images`, FRONT_END);
    for (const address of addresses()) {
      const response = await preflight(address, FRONT_END);
      expect(response.status).toBe(204);
      expect(corsHeaders(response)).toEqual(corsHeaders(api));
      expect(response.headers.get('access-control-allow-methods')).toBe('GET,HEAD,OPTIONS');
      expect(response.headers.get('access-control-allow-headers')).toContain('Range');
      expect(response.headers.get('access-control-max-age')).toBe(api.headers.get('access-control-max-age'));
      expect(corsHeaders(await preflight(address, STRANGER)).origin).toBeNull();
    }
  });

  test('cannot be read by other origins', async () => {
    for (const origin of [STRANGER, 'null', `${FRONT_END}.stranger.example`]) {
      const response = await fetch(original, { headers: { origin } });
      await response.arrayBuffer();
      expect(response.status).toBe(200);
      expect(corsHeaders(response)).toEqual({ origin: null, credentials: null });
    }
  });

  test('have responses that vary by the origin, so that no cache sends them to another one', async () => {
    for (const headers of [{}, { origin: STRANGER }, { origin: FRONT_END }]) {
      const response = await fetch(original, { headers });
      await response.arrayBuffer();
      expect(response.headers.get('vary')).toBe('Origin');
    }
  });
});
