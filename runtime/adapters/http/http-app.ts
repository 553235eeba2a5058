import express from 'express';
import type { RequestListener } from 'node:http';
import type { RequestHandler } from 'express';
import { type ApiHandlerDeps, createApiHandler } from './api-handler.js';
import { createCacheControl, matchesEntityTag } from './cache-headers.js';
import { logWhenDone } from './exchange.js';
import { negotiateType } from './negotiation.js';
import { observeRequest } from './observed-request.js';
import { requestIdOf } from './request-id.js';
import { originForm } from './request-target.js';
import { isLarge, sendLarge } from './send-answer.js';
import { ANONYMOUS } from '../../kernel/contract/context.js';
import type { Authenticator } from '../../kernel/contract/http.js';
import type { CreateHttpHooks, HttpHooks, HttpTools } from '../../kernel/contract/http-hooks.js';
import { RESOURCE_TYPES } from '../../kernel/contract/media-types.js';
import type { Mount } from '../../kernel/contract/mount.js';

export interface HttpAppDeps extends Omit<ApiHandlerDeps, 'hooks' | 'authenticator'> {
  /** Everybody is anonymous when there is none. */
  readonly authenticator: Authenticator | undefined;
  /** Handlers beside the API: the embedded hub, public files. Runs before everything else on its path. */
  readonly mounts?: readonly Mount[];
  /** The hooks that features put around answers. */
  readonly createHooks?: readonly CreateHttpHooks[];
}

/**
 * Express is the shell: mounts, CORS, then one handler for every URL, whose dispatch table costs the same for any
 * number of types (architecture.md section 3). Features may answer before any of it.
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
  app.use(skipWithoutOrigin(deps.origins.cors));
  const tools = createTools(deps);
  const hooks = createHooks.map((create) => create(tools));
  app.use(createApiHandler({ ...deps, authenticator, hooks }));
  const listener = hooks.reduceRight<RequestListener>(before, app);
  return (request, response) => {
    // Node warns of a broken host in it when Express parses it.
    request.url = originForm(request.url ?? '/');
    listener(request, response);
  };
}

const NOBODY: Authenticator = { authenticate: () => Promise.resolve({ actor: ANONYMOUS, cookies: [] }) };

/** Puts a hook in front of a listener. */
function before(listener: RequestListener, hook: HttpHooks): RequestListener {
  const listen = hook.listen?.bind(hook);
  if (listen === undefined) return listener;
  return (request, response) => listen(request, response, () => listener(request, response));
}

const NONE = { count: 0 };

function createTools(deps: Omit<HttpAppDeps, 'authenticator'>): HttpTools {
  const cacheControl = createCacheControl(deps.config);
  return {
    idOf: requestIdOf,
    answerKept(exchange, send) {
      logWhenDone(exchange, NONE, deps);
      observeRequest(exchange, true, send);
    },
    // CORS reads and writes headers only, which are the same on the requests that Express makes of these.
    cors: deps.origins.cors as Mount['handler'],
    negotiate: (accept) => negotiateType(accept, RESOURCE_TYPES),
    vary: deps.config.cacheHeaders.vary,
    cacheControl: (expiresAt, now) =>
      cacheControl({
        response: { status: 200, expiresAt },
        isRead: true,
        isSignedIn: false,
        setsCookie: false,
        now,
      }),
    matchesEntityTag,
    isLarge,
    sendLarge,
  };
}

/** Requests of servers name no origin, and CORS has nothing to say about them. */
function skipWithoutOrigin(cors: RequestHandler): RequestHandler {
  return (request, response, next) => {
    if (request.headers.origin === undefined) next();
    else cors(request, response, next);
  };
}
