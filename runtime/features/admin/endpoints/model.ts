import type { Endpoint } from '../../../kernel/contract/http/http.js';
import { denied } from '../../../kernel/errors/catalog.js';
import { once } from '../../../kernel/util/async/once.js';
import { JSON_TYPE } from '../../../kernel/contract/http/media-types.js';
import { MODEL } from './documentation.js';
import type { ModelDeps } from '../caller-model/build-model.js';

/** `GET /admin/model`: the types with the caller's rights, for signed-in users (contract decision 117). */
export function createModelEndpoint(deps: ModelDeps): Endpoint {
  // Loaded with the first request, because most processes never need it.
  const prepared = once(async () => (await import('../caller-model/build-model.js')).createBuildModel(deps));
  return {
    method: 'GET',
    pattern: '/admin/model',
    produces: [JSON_TYPE],
    authentication: 'strict',
    tokens: 'refused',
    documentation: MODEL,
    async handle({ context }) {
      const { user } = context.actor;
      if (user === null) throw denied(context.actor);
      const build = await prepared();
      return { status: 200, body: build(user, context), cache: 'private' };
    },
  };
}
