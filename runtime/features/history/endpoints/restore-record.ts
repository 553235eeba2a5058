import type { Endpoint } from '../../../kernel/contract/http/http.js';
import {
  asConditional,
  type ConditionalWriteDeps,
  preconditionOf,
} from '../../../kernel/endpoints/conditional-writes.js';
import { defineEndpoint } from '../../../kernel/endpoints/define-endpoint.js';
import { conditionalOn } from '../../../kernel/endpoints/resource-endpoints.js';
import type { Kernel } from '../../../kernel/kernel.js';
import type { RegisteredResource } from '../../../kernel/metadata/resource-registry.js';
import type { ResourceOperations } from '../../../kernel/resource-operations.js';
import { parsedBody } from '../../../kernel/writes/body-result.js';
import { createLockRecords } from '../../../kernel/records/lock-records.js';
import { findReferenced } from '../deleted-references.js';
import type { RecordHistory } from '../record-history.js';
import { restoredBody } from '../restored-body.js';
import { revisionNumber } from '../revision-parameters.js';
import { withReason } from './with-reason.js';
import { createFieldAccess } from '../../../kernel/serializer/field-access.js';
import { documentOf, PROBLEMS } from './schemas.js';

export interface RestoreRecordDeps extends Pick<
  Kernel,
  'iris' | 'answers' | 'guard' | 'registry' | 'reader'
> {
  readonly operations: ResourceOperations;
  readonly history: RecordHistory;
}

/** `POST {iri}/revisions/{n}/restore`: restores a previous state of a record by a normal write. */
export function createRestoreRecord(
  resource: RegisteredResource,
  { iris, answers, guard, registry, reader, operations, history }: RestoreRecordDeps,
): Endpoint {
  const access = createFieldAccess(resource, guard);
  const locks = createLockRecords({ registry, reader });
  const itemAnswer = answers.item(resource);
  const conditional: ConditionalWriteDeps = conditionalOn(resource, { operations, answer: itemAnswer });
  return defineEndpoint({
    method: 'POST',
    pattern: `${resource.path}/{id}/revisions/{number}/restore`,
    tokens: 'scoped',
    summary: `Restores a ${resource.name} to a revision.`,
    description:
      'Works like a PATCH of the members that differ, with the same validation. If the record is published, the change is stored in its draft. `_metadata.restored.leftOut` lists members that could not be restored.',
    responses: { 200: documentOf('The restored record.', 'FormerState') },
    problems: {
      ...PROBLEMS,
      // A key with slashes matches the path of another endpoint.
      ...(resource.identifier === undefined ? {} : { 405: 'The address is none of a revision.' }),
      412: '`If-Match` names another version.',
      422: 'The previous state violates a current constraint.',
    },
    async handle(request) {
      const number = revisionNumber(request.parameters.number);
      const { id: key = '' } = request.parameters;
      const found = await history.find(key, request.context);
      const previous = await history.at(found, number, request.context);
      const { record } = found;
      const session = operations.sessionFor(request.context);
      const isThere = await findReferenced([previous.values], session, { registry, load: locks.load });
      const { body, leftOut } = restoredBody(resource, {
        ...{ previous, record, iris, isThere },
        mayWrite: (field) => access.canWrite(field)(request.context, record),
        mayKnow: (field) => access.canReadAll(field)(request.context.actor),
      });
      const precondition = preconditionOf(request, answers.requireIfMatch);
      const write = { kind: 'update' as const, resource, key, body: parsedBody(body), precondition };
      const context = withReason(request.context, `restore ${number}`);
      const representation = await asConditional(request, conditional, () =>
        operations.update(write, context),
      );
      representation.metadata.restored = { number, leftOut: [...leftOut] };
      return itemAnswer(representation, request, 200);
    },
  });
}
