import express from 'express';
import type { Express, Request } from 'express';
import type { IncomingMessage, RequestListener } from 'node:http';
import { type ApiHandlerDeps, createApiHandler } from './api-handler.js';
import { createCacheControl } from './cache-headers.js';
import { logWhenDone } from './exchange.js';
import { createNegotiation } from './negotiation.js';
import { observeRequest } from './observed-request.js';
import { requestIdOf } from './request-id.js';
import { originForm } from './request-target.js';
import { isLarge, sendLarge } from './send-answer.js';
import { ANONYMOUS } from '../../kernel/contract/context.js';
import type { Authenticator } from '../../kernel/contract/http/http.js';
import type { CreateHttpHooks, HttpHooks, HttpTools } from '../../kernel/contract/http/http-hooks.js';
import { RESOURCE_TYPES } from '../../kernel/contract/http/media-types.js';
import type { Mount } from '../../kernel/contract/http/mount.js';

export interface HttpAppDeps extends Omit<
  ApiHandlerDeps,
  'hooks' | 'authenticator' | 'addressOf' | 'negotiate'
> {
  /** Without it every caller is anonymous. */
  readonly authenticator: Authenticator | undefined;
  /** Handlers beside the API: the embedded hub, public files. They run first on their paths. */
  readonly mounts?: readonly Mount[];
  /** Hooks of features around responses. */
  readonly createHooks?: readonly CreateHttpHooks[];
}

/**
 * Creates the listener of the service. One handler serves all API URLs, behind CORS; its dispatch cost does
 * not depend on the number of types (architecture.md section 3). Express serves the mounts and passes
 * unhandled requests on to it (ADR 88). Hooks of features may respond before all of them.
 */
export function createHttpApp({
  mounts = [],
  createHooks = [],
  authenticator = NOBODY,
  ...deps
}: HttpAppDeps): RequestListener {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('strict routing');
  app.enable('case sensitive routing');
  app.set('query parser', false);
  const { trustedProxies } = deps.config.server;
  app.set('trust proxy', typeof trustedProxies === 'number' ? trustedProxies : [...trustedProxies]);
  for (const { path, handler } of mounts) app.use(path, handler);
  const addressOf = createAddressOf(app);
  const tools = createTools(deps, addressOf);
  const hooks = createHooks.map((create) => create(tools));
  const api = withCors(
    deps.origins.cors,
    createApiHandler({
      ...{ ...deps, authenticator, hooks },
      addressOf,
      negotiate: tools.negotiate,
    }),
  );
  app.use(api);
  const isMounted = createIsMounted(mounts);
  const shell: RequestListener = (request, response) =>
    isMounted(request.url ?? '/') ? app(request, response) : api(request, response);
  const listener = hooks.reduceRight<RequestListener>(before, shell);
  return (request, response) => {
    // Node prints a warning if Express parses a URL with an invalid host.
    request.url = originForm(request.url ?? '/');
    listener(request, response);
  };
}

const NOBODY: Authenticator = { authenticate: () => Promise.resolve({ actor: ANONYMOUS, cookies: [] }) };

/** Runs a hook before a listener. */
function before(listener: RequestListener, hook: HttpHooks): RequestListener {
  const listen = hook.listen?.bind(hook);
  if (listen === undefined) return listener;
  return (request, response) => listen(request, response, () => listener(request, response));
}

const NONE = { count: 0 };

function createTools(deps: Omit<HttpAppDeps, 'authenticator'>, addressOf: HttpTools['addressOf']): HttpTools {
  const cacheControl = createCacheControl(deps.config);
  return {
    idOf: requestIdOf,
    addressOf,
    respondFromCache(exchange, send) {
      logWhenDone(exchange, NONE, deps);
      observeRequest(exchange, true, send);
    },
    cors: deps.origins.cors,
    negotiate: createNegotiation(RESOURCE_TYPES),
    vary: deps.config.cacheHeaders.vary,
    cacheControl: (expiresAt, now) =>
      cacheControl({
        response: { status: 200, expiresAt },
        isRead: true,
        isSignedIn: false,
        setsCookie: false,
        now,
      }),
    compression: deps.compression,
    isLarge,
    sendLarge,
  };
}

/** Skips CORS for requests without an origin, such as those of servers. */
function withCors(cors: Mount['handler'], listener: RequestListener): RequestListener {
  return (request, response) => {
    if (request.headers.origin === undefined) listener(request, response);
    else cors(request, response, () => listener(request, response));
  };
}

/** Returns a check whether a URL may belong to a mount. */
function createIsMounted(mounts: readonly Mount[]): (url: string) => boolean {
  const exact = new Set(mounts.flatMap(({ only }) => only ?? []));
  const folders = mounts.filter(({ only }) => only === undefined).map(({ path }) => path);
  return (url) => {
    const mark = url.indexOf('?');
    const path = mark === -1 ? url : url.slice(0, mark);
    return exact.has(path) || folders.some((folder) => isWithin(path, folder));
  };
}

const isWithin = (path: string, folder: string): boolean =>
  path.startsWith(folder) &&
  (path.length === folder.length || folder.endsWith('/') || path[folder.length] === '/');

/**
 * Creates the lookup of client addresses. Express resolves trusted proxies; only the few endpoints that need
 * the address call it.
 */
function createAddressOf(app: Express): (request: IncomingMessage) => string {
  return ({ socket, headers }) => {
    const requested = Object.create(app.request, { socket: { value: socket }, headers: { value: headers } });
    return (requested as Request).ip ?? ''; // Created from Express's request prototype.
  };
}
