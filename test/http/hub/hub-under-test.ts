import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import jsonwebtoken from 'jsonwebtoken';
import { startReferenceHub } from '../../support/reference-hub.js';
import { SYSTEM_CLOCK } from '../../../runtime/kernel/ports/clock.js';
import { createEmbeddedHub, type EmbeddedHubOptions } from '../../../runtime/features/realtime/hub/index.js';

export const RESOURCE = 'https://hub.test/.well-known/mercure';
export const ISSUER = 'https://cms.test';
export const SECRET = 'a secret of at least thirty-two bytes';
export const FRONT_END = 'https://front.test';

const DETAIL = 'https://mercure.rocks/authorization-detail';

export const detail = (action: string, ...topics: readonly unknown[]): object => ({
  type: DETAIL,
  actions: [action],
  topics,
});

export const ALL = { match: '*' };

/** Creates a token that is valid except for `changes`. */
export function token(
  details: unknown,
  changes: { claims?: object; typ?: string; secret?: string } = {},
): string {
  const claims = {
    ...{ iss: ISSUER, aud: RESOURCE, exp: Math.floor(Date.now() / 1000) + 600 },
    ...{ authorization_details: details, ...changes.claims },
  };
  // As JSON, which omits undefined claims.
  return jsonwebtoken.sign(JSON.stringify(claims), changes.secret ?? SECRET, {
    header: { alg: 'HS256', typ: changes.typ ?? 'at+jwt' },
  });
}

export interface Stream {
  readonly response: Response;
  /** Reads the text up to and including the first chunk that contains `text`. */
  until(text: string): Promise<string>;
  /** Reads all text until the hub ends the stream. */
  rest(): Promise<string>;
}

export interface HubUnderTest {
  readonly url: string;
  publish(fields: Record<string, string> | [string, string][], bearer?: string): Promise<Response>;
  subscribe(query: string, headers?: Record<string, string>): Promise<Stream>;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

/** `TEST_HUB=reference` runs the tests of the protocol against the reference hub. */
export const IS_REFERENCE = process.env.TEST_HUB === 'reference';

export function startHub(changes: Partial<EmbeddedHubOptions> = {}): Promise<HubUnderTest> {
  return IS_REFERENCE ? startReference(changes) : startEmbedded(changes);
}

async function startReference({ anonymous = true }: Partial<EmbeddedHubOptions>): Promise<HubUnderTest> {
  const settings = { issuer: ISSUER, resource: RESOURCE, cookieName: 'hub_token', secret: SECRET };
  const { origin, close } = await startReferenceHub({
    ...settings,
    origin: FRONT_END,
    isAnonymous: anonymous,
  });
  return clientOf(origin, close);
}

async function startEmbedded(changes: Partial<EmbeddedHubOptions>): Promise<HubUnderTest> {
  const hub = createEmbeddedHub({
    ...{ publicUrl: RESOURCE, resourceIdentifier: RESOURCE, issuer: ISSUER, secret: SECRET },
    ...{ cookieName: 'hub_token', anonymous: true, clock: SYSTEM_CLOCK },
    allowsOrigin: (origin) => origin === FRONT_END,
    ...changes,
  });
  const server = createServer((request, response) => {
    void hub.handle(request, response).then((isServed) => {
      if (!isServed) response.writeHead(404).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return clientOf(base, async () => {
    hub.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
}

function clientOf(base: string, close: () => Promise<void>): HubUnderTest {
  const url = `${base}/.well-known/mercure`;
  return {
    url,
    publish: (fields, bearer = token([detail('publish', ALL)])) =>
      fetch(url, {
        method: 'POST',
        headers: { Authorization: `Bearer ${bearer}` },
        body: new URLSearchParams(fields),
      }),
    async subscribe(query, headers = {}) {
      return readStream(await fetch(`${url}?${query}`, { headers }));
    },
    fetch: (path, init) => fetch(`${base}${path}`, init),
    close,
  };
}

function readStream(response: Response): Stream {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const pull = async (isEnough: () => boolean): Promise<string> => {
    while (!isEnough()) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done) break;
      text += value ?? '';
    }
    return text;
  };
  return { response, until: (wanted) => pull(() => text.includes(wanted)), rest: () => pull(() => false) };
}
