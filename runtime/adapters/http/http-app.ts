import express from 'express';
import type { RequestListener } from 'node:http';
import type { RequestHandler } from 'express';
import { createApiHandler } from './api-handler.js';
import type { ApiHandlerDeps } from './api-handler.js';
import { createCachePolicy } from './cache-headers.js';
import { createResponseCache } from './response-cache/response-cache.js';
import type { ResponseCacheDeps } from './response-cache/response-cache.js';
import { originForm } from './request-target.js';
import { ANONYMOUS } from '../../kernel/contract/context.js';
import type { Authenticator } from '../../kernel/contract/http.js';
import type { Mount } from '../../kernel/contract/mount.js';

export interface HttpAppDeps extends Omit<ApiHandlerDeps, 'responses' | 'authenticator'> {
  /** Everybody is anonymous when there is none. */
  readonly authenticator: Authenticator | undefined;
  /** What is served beside the API: the embedded hub, public files. Runs before everything else on its path. */
  readonly mounts?: readonly Mount[];
  /** Absent where no answer is kept in memory. */
  readonly kept?:
    Pick<ResponseCacheDeps, 'invalidation' | 'isSettled' | 'sessionCookie' | 'uncached'> | undefined;
}

/**
 * Express is the shell: mounts, CORS, then one handler for every URL, whose dispatch table costs the same for any
 * number of types (architecture.md section 3). Answers that are kept are sent before any of it.
 */
export function createHttpApp({
  mounts = [],
  kept,
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
  const cachePolicy = createCachePolicy(deps.config);
  const responses = kept && createResponseCache({ ...deps, ...kept, cachePolicy, cors: deps.origins.cors });
  app.use(createApiHandler({ ...deps, authenticator, responses }));
  return (request, response) => {
    // Node warns of a broken host in it when Express parses it.
    request.url = originForm(request.url ?? '/');
    if (responses === undefined) app(request, response);
    else responses.serve(request, response, () => app(request, response));
  };
}

const NOBODY: Authenticator = { authenticate: () => Promise.resolve({ actor: ANONYMOUS, cookies: [] }) };

/** Requests of servers name no origin, and CORS has nothing to say about them. */
function skipWithoutOrigin(cors: RequestHandler): RequestHandler {
  return (request, response, next) => {
    if (request.headers.origin === undefined) next();
    else cors(request, response, next);
  };
}
