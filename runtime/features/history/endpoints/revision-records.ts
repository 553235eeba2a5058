import { isGranted, ROLE_ADMIN } from '../../../kernel/authorization/role-hierarchy.js';
import type { Endpoint } from '../../../kernel/contract/http/http.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import { denied } from '../../../kernel/errors/catalog.js';
import { historyErrors } from '../errors.js';
import { presentType } from '../previous-names.js';
import { LAST_NUMBER, readRecordPage, revisionNumber } from '../revision-parameters.js';
import { CHANGE_KIND, type ChangedRecord, type RevisionPage } from '../stored-revisions.js';
import { documented, REFUSALS, REVISION_PARAMETERS } from './documentation.js';
import type { SiteRevisionsDeps } from './site-revisions.js';

/** `GET /_/revisions/{n}`: the records that a revision created, changed and deleted; for administrators. */
export function createRevisionRecords({
  iris,
  registry,
  operations,
  stored,
  print,
}: SiteRevisionsDeps): Endpoint {
  const entryOf = ({ type: recorded, record, subject, kind }: ChangedRecord): JsonObject => {
    const type = presentType(registry, recorded);
    const resource = registry.get(type);
    // Records of a removed type have no IRI.
    const address = resource === undefined ? {} : { '@id': iris.item(resource, subject) };
    return { ...address, type, kind, isDraft: record !== subject };
  };
  return {
    method: 'GET',
    pattern: '/_/revisions/{number}',
    documentation: {
      summary: 'Lists the records that a revision created, updated and deleted.',
      description:
        'Requires an administrator. Returns up to 100 records; `next` is the URL of the next page.',
      parameters: [REVISION_PARAMETERS.after],
      responses: {
        '200': { description: 'The revision and its records.', ...documented('RevisionRecords') },
        ...REFUSALS,
      },
    },
    async handle({ parameters, context, query }) {
      if (!isGranted(context.actor, ROLE_ADMIN)) throw denied(context.actor);
      const number = revisionNumber(parameters.number);
      const page = readRecordPage(query);
      const [revision] = await stored.all({ kind: CHANGE_KIND }, upTo(number));
      if (revision?.number !== number) throw historyErrors.noRevision();
      const records = await stored.recordsOf(number, page);
      const [printed = {}] = await print([revision], { session: operations.sessionFor(context), context });
      const iri = `${iris.prefix}/_/revisions/${number}`;
      const last = records.length === page.limit ? records.at(-1) : undefined;
      const body = {
        ...printed,
        '@context': `${iris.prefix}/contexts/RevisionRecords`,
        '@id': iri,
        '@type': 'RevisionRecords',
        kind: CHANGE_KIND,
        changes: revision.changes,
        records: records.map(entryOf),
        ...(last === undefined ? {} : { next: `${iri}?after=${last.record}` }),
      };
      return { status: 200, body, cache: 'private' };
    },
  };
}

/** Returns the page that starts with this revision number. The largest number of the column is never assigned. */
const upTo = (number: number): RevisionPage => ({ before: Math.min(number + 1, LAST_NUMBER), limit: 1 });
