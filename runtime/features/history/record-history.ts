import type { RequestContext } from '../../kernel/contract/context.js';
import type { JsonObject } from '../../kernel/contract/json.js';
import type { StoredRecord } from '../../kernel/contract/records/record.js';
import { denied } from '../../kernel/errors/catalog.js';
import type { Kernel } from '../../kernel/kernel.js';
import type { RegisteredResource } from '../../kernel/metadata/resource-registry.js';
import { bareRepresentation } from '../../kernel/reads/representations.js';
import type { ResourceOperations } from '../../kernel/resource-operations.js';
import { createFieldAccess } from '../../kernel/serializer/field-access.js';
import type { Publication } from '../publishing/public-api.js';
import { historyErrors } from './errors.js';
import { presentMember } from './previous-names.js';
import { subjectOf } from './recorded-types.js';
import { type DecodedState, decodeState } from './stored-state.js';
import type { ChangeOfSubject, RevisionPage, StoredRevisions } from './stored-revisions.js';

export interface RecordHistoryDeps extends Pick<Kernel, 'guard' | 'answers' | 'registry'> {
  readonly stored: StoredRevisions;
  readonly operations: Pick<ResourceOperations, 'readItem'>;
  readonly publication: Pick<Publication, 'maySeeUsage'>;
}

/** A record whose history the caller may read. */
export interface ReadableRecord {
  /** The current record as the caller reads it. */
  readonly record: StoredRecord;
  /** Id of the subject that its history is stored under. */
  readonly subject: string;
}

/** A record as of a revision, or before the revision that deleted it. */
export interface PreviousState extends DecodedState {
  readonly change: ChangeOfSubject;
  readonly document: JsonObject;
}

/** The history of a record, for callers who may see drafts of its type. */
export interface RecordHistory {
  /** @throws AppError 401/403, or 404 if the caller may not read the current record */
  find(id: string, context: RequestContext): Promise<ReadableRecord>;
  /** Returns a page of the changes, one per revision. */
  list(found: ReadableRecord, page: RevisionPage): Promise<readonly ChangeOfSubject[]>;
  /** Returns the names of the changed members that the caller may read. */
  membersOf(found: ReadableRecord, change: ChangeOfSubject, context: RequestContext): readonly string[];
  /** @throws AppError 404 if the revision does not belong to the record */
  at(found: ReadableRecord, number: number, context: RequestContext): Promise<PreviousState>;
}

export function createRecordHistory(
  resource: RegisteredResource,
  { guard, answers, registry, stored, operations, publication }: RecordHistoryDeps,
): RecordHistory {
  const access = createFieldAccess(resource, guard);
  return {
    async find(id, context) {
      if (!publication.maySeeUsage(resource, context.actor)) throw denied(context.actor);
      const { record } = await operations.readItem(resource, id, context);
      return { record, subject: subjectOf(resource, record) };
    },
    list: ({ subject }, page) => stored.ofSubject(subject, page),
    membersOf({ record }, { before, after }, context) {
      const names = Object.keys(JSON.parse(before ?? after ?? '{}') as JsonObject);
      const shown = bareRepresentation(record);
      return names.flatMap((name) => {
        const field = presentMember(resource, name, (other) => names.includes(other));
        // File paths are never printed, but readers of the record see its files.
        const isPrinted = field === undefined || field.readable || field.kind === 'upload';
        const isShown = isPrinted && (field === undefined || access.canRead(field)(context, shown));
        return isShown ? [field?.name ?? name] : [];
      });
    },
    async at({ subject, record }, number, context) {
      const change = await stored.at(subject, number);
      const text = change?.after ?? change?.before;
      if (change === undefined || text == null) throw historyErrors.noRevision();
      const state = decodeState(registry, resource.name, text);
      // The identifier is always the current one.
      const { identifier } = resource;
      const key = identifier === undefined ? {} : { [identifier]: record.values[identifier] };
      const previous = { type: resource.name, id: change.record, values: { ...state.values, ...key } };
      return {
        ...state,
        change,
        document: answers.serializer.serialize(bareRepresentation(previous), context),
      };
    },
  };
}
