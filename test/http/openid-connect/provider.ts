import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import Provider, { type Configuration } from 'oidc-provider';

/** A real provider that signs in the subject that the test selects, without a prompt. */
export interface TestProvider {
  readonly issuer: string;
  /** Claims of each subject. */
  readonly people: Map<string, Readonly<Record<string, unknown>>>;
  /** The subject that signs in; undefined declines. */
  who: string | undefined;
  /** Whether it responds with errors. */
  isBroken: boolean;
  close(): Promise<void>;
}

export const CLIENT = { id: 'cms', secret: 'a-secret-of-the-test' };

/** @param site base URL of the service without its prefix */
export async function startProvider(site: string, name = 'op'): Promise<TestProvider> {
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const server = createServer((request, response) => handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  const issuer = `http://127.0.0.1:${port}`;
  const state = {
    issuer,
    people: new Map<string, Readonly<Record<string, unknown>>>(),
    who: undefined as string | undefined,
    isBroken: false,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256' };
  const provider = new Provider(issuer, {
    ...configuration(site, name, state.people),
    jwks: { keys: [key] },
  });
  const callback = provider.callback();
  handle = (request, response) => {
    if (state.isBroken) return void response.writeHead(500).end('down');
    if (request.url?.startsWith('/interaction/') === true)
      return void answer(provider, { request, response }, state.who);
    void callback(request, response);
  };
  return state;
}

function configuration(
  site: string,
  name: string,
  people: ReadonlyMap<string, Readonly<Record<string, unknown>>>,
): Configuration {
  return {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${site}/login/oidc/${name}/callback`],
        post_logout_redirect_uris: ['https://www.example.com/bye'],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['preferred_username', 'groups', 'realm_access'],
    },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    cookies: { keys: ['a key of the test'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_ctx, id) => ({
      accountId: id,
      claims: () => Promise.resolve({ sub: id, ...people.get(id) }),
    }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
}

async function answer(
  provider: Provider,
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
  who: string | undefined,
): Promise<void> {
  const result =
    who === undefined ? { error: 'access_denied' } : { login: { accountId: who, remember: false } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}
