import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import { CLIENT } from './provider.js';

/** A provider whose responses the test controls, for invalid responses that no real one gives. */
export interface Forger {
  readonly issuer: string;
  /** Creates the ID token of the next response of its token endpoint, with the requested nonce. */
  idToken: (nonce: string) => Promise<string> | string;
  /** Responses that replace the usual ones, by path. */
  readonly instead: Map<string, { readonly status: number; readonly body: string }>;
  /** Paths that never respond. */
  readonly silent: Set<string>;
  /** Signs with the key that it publishes, unless another one is given. */
  sign(claims: object, options?: { readonly foreign?: true; readonly typ?: string }): Promise<string>;
  /** Claims of a valid ID token. */
  good(nonce: string): object;
  /** Opens the URL of a sign-in and returns the URL of the redirect back. */
  answer(location: string): string;
  close(): Promise<void>;
}

export async function startForger(): Promise<Forger> {
  const own = await generateKeyPair('RS256', { extractable: true });
  const other = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'one', use: 'sig', alg: 'RS256' };
  let nonce = '';
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', forger.issuer).pathname;
    if (forger.silent.has(path)) return;
    const send = (status: number, body: string): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    const instead = forger.instead.get(path);
    if (instead !== undefined) return send(instead.status, instead.body);
    if (path === '/jwks') return send(200, JSON.stringify({ keys: [jwk] }));
    if (path !== '/token') return send(200, JSON.stringify(metadata(forger.issuer)));
    void Promise.resolve(forger.idToken(nonce)).then((token) =>
      send(200, JSON.stringify({ access_token: 'secret-access', token_type: 'bearer', id_token: token })),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  const issuer = `http://127.0.0.1:${port}`;
  const forger: Forger = {
    issuer,
    instead: new Map(),
    silent: new Set(),
    idToken: (requested) => forger.sign(forger.good(requested)),
    good: (requested) => ({
      ...{ iss: issuer, aud: CLIENT.id, sub: 'forged', nonce: requested },
      ...{ iat: now(), exp: now() + 600, email: 'victim@example.com', email_verified: true },
    }),
    sign: (claims, { foreign, typ = 'JWT' } = {}) =>
      // The tests also need claims that a valid token never has.
      new SignJWT(claims as JWTPayload)
        .setProtectedHeader({ alg: 'RS256', kid: 'one', typ })
        .sign(foreign === true ? other.privateKey : own.privateKey),
    answer(location) {
      const { searchParams } = new URL(location);
      nonce = searchParams.get('nonce') ?? '';
      const back = new URL(searchParams.get('redirect_uri') ?? '');
      back.searchParams.set('code', 'secret-code');
      back.searchParams.set('state', searchParams.get('state') ?? '');
      return back.href;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return forger;
}

export const now = (): number => Math.floor(Date.now() / 1000);

const metadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
});
