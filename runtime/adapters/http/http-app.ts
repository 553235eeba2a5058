import express from 'express';
import type { Express, RequestHandler } from 'express';
import { createApiHandler } from './api-handler.js';
import type { ApiHandlerDeps } from './api-handler.js';
import type { Mount } from '../../kernel/contract/mount.js';

export interface HttpAppDeps extends ApiHandlerDeps {
  /** What is served beside the API: the embedded hub, public files. Runs before everything else on its path. */
  readonly mounts?: readonly Mount[];
}

/**
 * Express is the shell: mounts, CORS, then one handler for every URL, whose dispatch table costs the same for any
 * number of types (architecture.md section 3).
 */
export function createHttpApp({ mounts = [], ...deps }: HttpAppDeps): Express {
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
  app.use(createApiHandler(deps));
  return app;
}

/** Requests of servers name no origin, and CORS has nothing to say about them. */
function skipWithoutOrigin(cors: RequestHandler): RequestHandler {
  return (request, response, next) => {
    if (request.headers.origin === undefined) next();
    else cors(request, response, next);
  };
}
