import type { Endpoint } from '../../../kernel/contract/http/http.js';
import { assertAdministrator } from '../../../kernel/endpoints/assert-administrator.js';
import { problem, refusals } from '../../../kernel/serializer/operation-parts.js';
import type { Purging } from '../purging.js';

/** `POST /_/rendered_html/purge` and `POST /_/http_cache/purge`: purge shared caches for administrators. */
export const createPurgeEndpoints = (purging: Purging): readonly Endpoint[] => [
  purgeEndpoint(
    '/_/rendered_html/purge',
    {
      summary: 'Purges rendered pages of front ends from shared caches.',
      description: 'Requires an administrator. Responses of the API remain cached.',
    },
    () => purging.purgeRenderedHtml(),
  ),
  purgeEndpoint(
    '/_/http_cache/purge',
    {
      summary: 'Purges everything from shared caches.',
      description: 'Requires an administrator. Has no effect if the configured purger does not support it.',
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
        '204': { description: 'The caches are purged, or there was nothing to purge.' },
        ...refusals('Unauthorized', 'Forbidden'),
        '502': problem('A cache rejected the purge or did not respond.'),
      },
    },
    async handle(request) {
      assertAdministrator(request);
      await purge();
      return { status: 204, cache: 'private' };
    },
  };
}
