import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressesOf, at, pageAddress } from '../../../templates/client/addresses.js';
import { createClient, type ClientOptions } from '../../../templates/client/core.js';
import { historyOf } from '../../../templates/client/history.js';
import { previewsOf } from '../../../templates/client/previews.js';
import { signInUrl } from '../../../templates/client/sign-in.js';

const API = 'https://api.example.com/_api';

/** A client that sends nothing, and the URLs to which it would have sent its token. */
function recordingClient(options: Partial<ClientOptions> = {}) {
  const sent: string[] = [];
  const client = createClient({
    baseUrl: API,
    token: 'secret',
    fetch(input) {
      sent.push((input as URL).href);
      return Promise.resolve(new Response('{"resource_iris": [], "documents": []}'));
    },
    ...options,
  });
  return { client, sent };
}

/** Texts that lead to another host when they are joined with a URL, or parsed by a browser. */
const HOSTILE = [
  ':1234/x',
  '.evil.example/x',
  '@evil.example/x',
  'evil.example/x',
  'x',
  '',
  '?x',
  '#x',
  'https://evil.example/_api/x',
  'https://api.example.com:1234/_api/x',
  'http://api.example.com/_api/x',
  'https://api.example.com@evil.example/_api/x',
  'https://user:password@api.example.com/_api/x',
  'https:evil.example',
  'https:/\\evil.example/x',
  '\\\\evil.example\\x',
  'javascript:alert(1)',
  'data:,x',
  'file:///etc/passwd',
  '/_api/../x',
  '/_api/%2e%2e/x',
  '/_api/..\\..\\x',
  '/_api/.\t./x',
  '/../x',
  ' /_api/x',
  '\n//evil.example/x',
];

describe('URLs of the generated client', () => {
  test('are the same for an IRI, a path below the prefix and a complete URL', () => {
    const { urlOf } = addressesOf(`${API}/`);
    for (const address of ['/_api/me', '/me', `${API}/me`]) expect(urlOf(address).href).toBe(`${API}/me`);
    expect(addressesOf('http://localhost:80').urlOf('/me').href).toBe('http://localhost/me');
  });

  test('have the subpath before the query', () => {
    const { urlOf } = addressesOf(API);
    expect(urlOf('/_api/images/1?published=true', '/upload').href).toBe(
      `${API}/images/1/upload?published=true`,
    );
    expect(urlOf('/images/1', '/revisions/2?compare=1').href).toBe(`${API}/images/1/revisions/2?compare=1`);
    expect(() => urlOf('/images/1', '/../../../x')).toThrow(TypeError);
  });

  test.each(HOSTILE)('exclude %j', async (address) => {
    const { client, sent } = recordingClient();
    await expect(client.request('GET', address)).rejects.toThrow('is not an address of the API');
    await expect(client.request('POST', address, { below: '/submit' })).rejects.toThrow(TypeError);
    expect(sent).toEqual([]);
  });

  test.each([API, 'https://api.example.com'])(
    'that receive the token of a client of %s are only those of the API',
    async (baseUrl) => {
      const { client, sent } = recordingClient({ baseUrl });
      const parts = fc.constantFrom(
        ...'/\\:@.?#%'.split(''),
        '..',
        '//',
        '\t',
        'evil.example',
        'https:',
        '_api',
        '1234',
      );
      await fc.assert(
        fc.asyncProperty(fc.array(parts, { maxLength: 8 }), async (texts) => {
          await client.request('GET', texts.join('')).catch(() => undefined);
          for (const url of sent) expect(`${url}/`.replace('?', '/').startsWith(`${baseUrl}/`)).toBe(true);
        }),
      );
      expect(sent.length).toBeGreaterThan(0);
    },
  );

  test('contain each value as one segment', () => {
    expect(at`/_/previews/${'a/b?c#d'}/${1}`).toBe('/_/previews/a%2Fb%3Fc%23d/1');
    for (const value of ['', '.', '..']) expect(() => at`/_/previews/${value}`).toThrow(TypeError);
    expect(signInUrl(API, '../me', '/a b')).toBe(`${API}/login/oidc/..%2Fme?redirect=%2Fa%20b`);
  });

  test('of functions in other modules address one record', async () => {
    const { client, sent } = recordingClient();
    await previewsOf(client).revoke('../users/1');
    await historyOf(client).compare('/_api/component/titles/1?published=true', { from: 1, to: 2 });
    expect(sent).toEqual([
      `${API}/_/previews/..%2Fusers%2F1`,
      `${API}/component/titles/1/revisions/2?compare=1`,
    ]);
  });
});

describe('the URL of a page', () => {
  test.each([
    ['/', '/', ''],
    ['/contact?x=1', '/contact', '?x=1'],
    ['/news?page=2&search=a b#top', '/news', '?page=2&search=a+b'],
    ['/news?', '/news', ''],
    ['/Füße/a b', '/F%C3%BC%C3%9Fe/a%20b', ''],
    ['/F%C3%BC%C3%9Fe', '/F%C3%BC%C3%9Fe', ''],
    ['/%E0%A4%A', '/%25E0%25A4%25A', ''],
    ['/100%', '/100%25', ''],
    ['/a/../../../me', '/me', ''],
    ['//evil.example/x', '//evil.example/x', ''],
    ['0b8e7a4e-4c0e-4d6b-9a55-1d1a9e6a1c11?page=2', '0b8e7a4e-4c0e-4d6b-9a55-1d1a9e6a1c11', '?page=2'],
    ['\ud800', '%EF%BF%BD', ''],
  ])('is built for %j', async (path, expected, query) => {
    const manifest = `/_/resource_manifest/${expected}?embed=documents`;
    expect(pageAddress(path)).toEqual({ manifest, query });
    const { client, sent } = recordingClient();
    expect((await client.page(path)).snapshot.path).toBe(path);
    expect(sent).toEqual([API + manifest]);
  });
});
