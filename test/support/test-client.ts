import { randomUUID } from 'node:crypto';
import type { App } from '../../runtime/app.js';
import type { JsonObject } from '../../runtime/kernel/contract/json.js';
import { ACCOUNTS } from '../../runtime/features/accounts/public-api.js';

/** A response with its body, which is parsed if it is JSON. */
export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // Tests read documents of any type.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
}

export type Role = 'anonymous' | 'user' | 'admin' | 'superAdmin';

export interface RequestOptions {
  readonly as?: Role;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestClient {
  get(path: string, options?: RequestOptions): Promise<TestResponse>;
  post(path: string, body?: unknown, options?: RequestOptions): Promise<TestResponse>;
  put(path: string, body: unknown, options?: RequestOptions): Promise<TestResponse>;
  patch(path: string, body: unknown, options?: RequestOptions): Promise<TestResponse>;
  delete(path: string, options?: RequestOptions): Promise<TestResponse>;
  /** Token of an account with that role, for requests that the client does not send. */
  token(as: Exclude<Role, 'anonymous'>): Promise<string>;
  /**
   * Sends a POST request as an administrator and returns the document.
   * @throws when the status is not 201.
   */
  create(path: string, body: JsonObject, as?: Role): Promise<JsonObject & { readonly '@id': string }>;
}

const ROLES: Readonly<Record<Exclude<Role, 'anonymous'>, string>> = {
  user: 'ROLE_USER',
  admin: 'ROLE_ADMIN',
  superAdmin: 'ROLE_SUPER_ADMIN',
};

/** A client of a listening application. Paths are relative to the prefix, or IRIs that include it. */
export function createTestClient(deps: {
  readonly app: App;
  readonly origin: string;
  readonly prefix: string;
}): TestClient {
  const tokens = new Map<Role, Promise<string>>();
  const tokenOf = (role: Exclude<Role, 'anonymous'>): Promise<string> => {
    let token = tokens.get(role);
    if (token === undefined) tokens.set(role, (token = signIn(role, deps)));
    return token;
  };

  async function send(
    { method, path, body }: { readonly method: string; readonly path: string; readonly body?: unknown },
    { as = 'anonymous', headers = {} }: RequestOptions,
  ): Promise<TestResponse> {
    const url = path.startsWith(`${deps.prefix}/`) ? deps.origin + path : deps.origin + deps.prefix + path;
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/ld+json';
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: {
        ...(body === undefined ? {} : { 'content-type': type }),
        ...(as === 'anonymous' ? {} : { authorization: `Bearer ${await tokenOf(as)}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : text,
    };
  }

  return {
    token: tokenOf,
    get: (path, options = {}) => send({ method: 'GET', path }, options),
    post: (path, body, options = {}) => send({ method: 'POST', path, body }, options),
    put: (path, body, options = {}) => send({ method: 'PUT', path, body }, options),
    patch: (path, body, options = {}) => send({ method: 'PATCH', path, body }, options),
    delete: (path, options = {}) => send({ method: 'DELETE', path }, options),
    async create(path, body, as = 'admin') {
      const response = await send({ method: 'POST', path, body }, { as });
      if (response.status !== 201)
        throw new Error(`POST ${path} answered ${response.status}: ${response.text}`);
      return response.body;
    },
  };
}

/** Creates an account with a role and signs it in over HTTP, like a client. */
async function signIn(
  role: Exclude<Role, 'anonymous'>,
  { app, origin, prefix }: { readonly app: App; readonly origin: string; readonly prefix: string },
): Promise<string> {
  const username = `${role}-${randomUUID()}`;
  await app.get(ACCOUNTS).createAccount({
    username,
    emailAddress: `${username}@example.com`,
    password: 'correct horse battery',
    role: ROLES[role],
    enabled: true,
    overwrite: false,
  });
  const response = await fetch(`${origin}${prefix}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'correct horse battery' }),
  });
  const cookie = /api_component=([^;]+)/.exec(response.headers.getSetCookie().join('\n'))?.[1];
  if (cookie === undefined) throw new Error(`login answered ${response.status}: ${await response.text()}`);
  return cookie;
}
