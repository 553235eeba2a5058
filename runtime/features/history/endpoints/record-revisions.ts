import type { ApiRequest, ApiResponse, Endpoint } from '../../../kernel/contract/http/http.js';
import type { RequestContext } from '../../../kernel/contract/context.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import { defineEndpoint } from '../../../kernel/endpoints/define-endpoint.js';
import type { Kernel } from '../../../kernel/kernel.js';
import type { RegisteredResource } from '../../../kernel/metadata/resource-registry.js';
import type { ResourceOperations } from '../../../kernel/resource-operations.js';
import { compareDocuments } from '../compare-documents.js';
import type { PrintRevisions } from '../print-revisions.js';
import type { ReadableRecord, RecordHistory } from '../record-history.js';
import { badValue, COMPARE_QUERY, PAGE_QUERY, revisionNumber, revisionPage } from '../revision-parameters.js';
import type { ChangeOfSubject } from '../stored-revisions.js';
import { documentOf, PROBLEMS } from './schemas.js';

export interface RecordRevisionsDeps extends Pick<Kernel, 'iris' | 'config'> {
  readonly operations: Pick<ResourceOperations, 'sessionFor'>;
  readonly history: RecordHistory;
  readonly print: PrintRevisions;
}

/** Creates the history endpoints of a type: the list of revisions, a previous state, and a comparison of two states. */
export function createRecordRevisions(
  resource: RegisteredResource,
  { iris, config, operations, history, print }: RecordRevisionsDeps,
): readonly Endpoint[] {
  const path = `${resource.path}/{id}/revisions`;
  const scopeOf = (context: RequestContext) => ({ session: operations.sessionFor(context), context });
  const iriOf = ({ subject, record }: ReadableRecord): string =>
    iris.item(resource, resource.identifier === undefined ? subject : record.id);
  const find = ({ parameters, context }: ApiRequest): Promise<ReadableRecord> =>
    history.find(parameters.id ?? '', context);

  async function entries(
    found: ReadableRecord,
    changes: readonly ChangeOfSubject[],
    context: RequestContext,
  ): Promise<readonly JsonObject[]> {
    const printed = await print(changes, scopeOf(context));
    return changes.map((change, index) => ({
      '@id': `${iriOf(found)}/revisions/${change.number}`,
      ...printed[index],
      kind: kindOf(change),
      isDraft: change.record !== change.subject,
      members: [...history.membersOf(found, change, context)],
    }));
  }

  const list = defineEndpoint({
    method: 'GET',
    pattern: path,
    tokens: 'scoped',
    summary: `Lists the revisions of a ${resource.name}, the newest first.`,
    description: 'Requires the permission for drafts. `next` is the URL of the next page.',
    query: PAGE_QUERY,
    responses: { 200: documentOf('The revisions.', 'Revisions') },
    problems: PROBLEMS,
    refuse: badValue,
    async handle(request, { query }) {
      const { context } = request;
      const page = revisionPage(query.before);
      const found = await find(request);
      const changes = await history.list(found, page);
      const last = changes.at(-1);
      const iri = `${iriOf(found)}/revisions`;
      const isFull = changes.length === page.limit && last !== undefined;
      return answer({
        '@context': `${iris.prefix}/contexts/Revisions`,
        '@id': iri,
        '@type': 'Revisions',
        revisions: [...(await entries(found, changes, context))],
        ...(isFull ? { next: `${iri}?before=${last.number}` } : {}),
      });
    },
  });

  const read = defineEndpoint({
    method: 'GET',
    pattern: `${path}/{number}`,
    tokens: 'scoped',
    summary: `Retrieves a ${resource.name} at a revision.`,
    description:
      'Returns the state after the revision, or before it if the revision deleted the record. Read permissions are the current ones. Computed members, and members that other records store, are omitted. With `compare`, returns the differences from another revision.',
    query: COMPARE_QUERY,
    responses: { 200: documentOf('The record or the differences.', 'FormerState', 'RevisionComparison') },
    problems: PROBLEMS,
    refuse: badValue,
    async handle(request, { query: { compare: compared } }) {
      const { context } = request;
      const number = revisionNumber(request.parameters.number);
      const found = await find(request);
      const previous = await history.at(found, number, context);
      const [revision = {}] = await entries(found, [previous.change], context);
      if (compared === undefined) {
        const metadata = { persisted: true, revision: { ...revision, lost: [...previous.unknown] } };
        return answer({ ...previous.document, [config.metadataKey]: metadata });
      }
      const other = await history.at(found, compared, context);
      return answer({
        '@context': `${iris.prefix}/contexts/RevisionComparison`,
        '@id': `${iriOf(found)}/revisions/${number}?compare=${compared}`,
        '@type': 'RevisionComparison',
        from: compared,
        to: number,
        members: [...(await compareDocuments(resource, { from: other.document, to: previous.document }))],
      });
    },
  });

  return [list, read];
}

const answer = (body: JsonObject): ApiResponse => ({ status: 200, body, cache: 'private' });

function kindOf({ before, after }: Pick<ChangeOfSubject, 'before' | 'after'>): string {
  if (after === null) return 'deleted';
  return before === null ? 'created' : 'updated';
}
