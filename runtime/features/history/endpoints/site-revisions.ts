import { assertAdministrator } from '../../../kernel/endpoints/assert-administrator.js';
import type { Endpoint } from '../../../kernel/contract/http/http.js';
import { defineEndpoint } from '../../../kernel/endpoints/define-endpoint.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import type { Kernel } from '../../../kernel/kernel.js';
import type { ResourceOperations } from '../../../kernel/resource-operations.js';
import type { PrintRevisions } from '../print-revisions.js';
import { badValue, revisionFilter, revisionPage, SITE_QUERY } from '../revision-parameters.js';
import { CHANGE_KIND, type StoredRevision, type StoredRevisions } from '../stored-revisions.js';
import { documentOf, PROBLEMS } from './schemas.js';

export interface SiteRevisionsDeps extends Pick<Kernel, 'iris' | 'registry'> {
  readonly operations: Pick<ResourceOperations, 'sessionFor'>;
  readonly stored: StoredRevisions;
  readonly print: PrintRevisions;
}

/** `GET /_/revisions`: the changes of the whole site; for administrators. */
export function createSiteRevisions({
  iris,
  registry,
  operations,
  stored,
  print,
}: SiteRevisionsDeps): Endpoint {
  const path = `${iris.prefix}/_/revisions`;
  const factsOf = ({ changes, kind, account, details }: StoredRevision): JsonObject => ({
    ...(kind === null ? { kind: CHANGE_KIND, changes } : { kind }),
    ...(account === null ? {} : { account: `${iris.prefix}/users/${account}` }),
    ...(details === null ? {} : { details }),
  });
  return defineEndpoint({
    method: 'GET',
    pattern: '/_/revisions',
    summary: 'Lists all revisions of the site, the newest first.',
    description:
      'Requires an administrator. Includes changes of records and users, sign-ins and sign-outs, rejected writes, and exports. `next` is the URL of the next page.',
    query: SITE_QUERY,
    responses: { 200: documentOf('The revisions.', 'Revisions') },
    problems: PROBLEMS,
    authorize: assertAdministrator,
    refuse: badValue,
    async handle({ context, queryString }, { query }) {
      const page = revisionPage(query.before);
      const revisions = await stored.all(revisionFilter(query, registry), page);
      const printed = await print(revisions, { session: operations.sessionFor(context), context });
      const last = revisions.at(-1);
      const next = new URLSearchParams(queryString);
      if (last !== undefined) next.set('before', String(last.number));
      const body = {
        '@context': `${iris.prefix}/contexts/Revisions`,
        '@id': path,
        '@type': 'Revisions',
        revisions: revisions.map((revision, index) => ({ ...printed[index], ...factsOf(revision) })),
        ...(revisions.length === page.limit ? { next: `${path}?${next.toString()}` } : {}),
      };
      return { status: 200, body, cache: 'private' };
    },
  });
}
