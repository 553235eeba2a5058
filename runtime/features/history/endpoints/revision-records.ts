import { assertAdministrator } from '../../../kernel/endpoints/assert-administrator.js';
import type { Endpoint } from '../../../kernel/contract/http/http.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import { defineEndpoint } from '../../../kernel/endpoints/define-endpoint.js';
import { historyErrors } from '../errors.js';
import { presentType } from '../previous-names.js';
import { badValue, LAST_NUMBER, RECORD_QUERY, recordPage, revisionNumber } from '../revision-parameters.js';
import { CHANGE_KIND, type ChangedRecord, type RevisionPage } from '../stored-revisions.js';
import { documentOf, PROBLEMS } from './schemas.js';
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
  return defineEndpoint({
    method: 'GET',
    pattern: '/_/revisions/{number}',
    summary: 'Lists the records that a revision created, updated and deleted.',
    description: 'Requires an administrator. Returns up to 100 records; `next` is the URL of the next page.',
    query: RECORD_QUERY,
    responses: { 200: documentOf('The revision and its records.', 'RevisionRecords') },
    problems: PROBLEMS,
    authorize: assertAdministrator,
    refuse: badValue,
    async handle({ parameters, context }, { query }) {
      const number = revisionNumber(parameters.number);
      const page = recordPage(query.after);
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
  });
}

/** Returns the page that starts with this revision number. The largest number of the column is never assigned. */
const upTo = (number: number): RevisionPage => ({ before: Math.min(number + 1, LAST_NUMBER), limit: 1 });
