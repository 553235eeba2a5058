import type { Endpoint } from '../../../kernel/contract/http/http.js';
import { defineEndpoint } from '../../../kernel/endpoints/define-endpoint.js';
import { denied } from '../../../kernel/errors/catalog.js';
import { once } from '../../../kernel/util/async/once.js';
import { JSON_TYPE } from '../../../kernel/contract/http/media-types.js';
import type { ModelDeps } from '../caller-model/build-model.js';

/** `GET /admin/model`: the types with the caller's rights, for signed-in users (contract decision 117). */
export function createModelEndpoint(deps: ModelDeps): Endpoint {
  // Loaded with the first request, because most processes never need it.
  const prepared = once(async () => (await import('../caller-model/build-model.js')).createBuildModel(deps));
  return defineEndpoint({
    method: 'GET',
    pattern: '/admin/model',
    produces: [JSON_TYPE],
    authentication: 'strict',
    tokens: 'refused',
    summary: 'Retrieves the types of the site with the permissions of the caller.',
    description:
      'Requires a session of a user. The admin builds its screens from it. It contains only types and members that the caller can use.',
    responses: {
      200: {
        description: 'The model.',
        content: { [JSON_TYPE]: { schema: { $ref: '#/components/schemas/AdminModel' } } },
      },
    },
    async handle({ context }) {
      const { user } = context.actor;
      if (user === null) throw denied(context.actor);
      const build = await prepared();
      return { status: 200, body: build(user, context), cache: 'private' };
    },
  });
}
