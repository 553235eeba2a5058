import { isGranted, ROLE_ADMIN } from '../../../kernel/authorization/role-hierarchy.js';
import type { Endpoint } from '../../../kernel/contract/http/http.js';
import { denied } from '../../../kernel/errors/catalog.js';
import { problem, refusals } from '../../../kernel/serializer/operation-parts.js';
import type { Purging } from '../purging.js';

/** `POST /_/rendered_html/purge` and `POST /_/http_cache/purge`: let administrators purge shared caches immediately. */
export const createPurgeEndpoints = (purging: Purging): readonly Endpoint[] => [
  purgeEndpoint(
    '/_/rendered_html/purge',
    {
      summary: 'Drops the pages that front ends have rendered from shared caches.',
      description: 'Answers of the API stay.',
    },
    () => purging.purgeRenderedHtml(),
  ),
  purgeEndpoint(
    '/_/http_cache/purge',
    {
      summary: 'Drops everything from shared caches.',
      description: 'Nothing happens where the configured purger has no way to do that.',
    },
    () => purging.flush(),
  ),
];

function purgeEndpoint(
  pattern: string,
  words: { readonly summary: string; readonly description: string },
  purge: () => Promise<boolean>,
): Endpoint {
  return {
    method: 'POST',
    pattern,
    documentation: {
      ...words,
      responses: {
        '204': { description: 'Done, or nothing to be done.' },
        ...refusals('Unauthorized', 'Forbidden'),
        '502': problem('A cache did not do it.'),
      },
    },
    async handle({ context }) {
      if (!isGranted(context.actor, ROLE_ADMIN)) throw denied(context.actor);
      await purge();
      return { status: 204, cache: 'private' };
    },
  };
}
