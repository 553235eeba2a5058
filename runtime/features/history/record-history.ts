import type { RequestContext } from '../../kernel/contract/context.js';
import type { JsonObject } from '../../kernel/contract/json.js';
import type { StoredRecord } from '../../kernel/contract/records/record.js';
import { denied } from '../../kernel/errors/catalog.js';
import type { Kernel } from '../../kernel/kernel.js';
import type { RegisteredResource } from '../../kernel/metadata/resource-registry.js';
import { bareRepresentation } from '../../kernel/reads/representations.js';
import type { ResourceOperations } from '../../kernel/resource-operations.js';
import { createFieldAccess } from '../../kernel/serializer/field-access.js';
import type { Publication } from '../publishing/door.js';
import { historyErrors } from './errors.js';
import { presentMember } from './former-names.js';
import { subjectOf } from './recorded-types.js';
import { type DecodedState, decodeState } from './stored-state.js';
import type { ChangeOfSubject, RevisionPage, StoredRevisions } from './stored-revisions.js';

export interface RecordHistoryDeps extends Pick<Kernel, 'gate' | 'answers' | 'registry'> {
  readonly stored: StoredRevisions;
  readonly operations: Pick<ResourceOperations, 'readItem'>;
  readonly publication: Pick<Publication, 'maySeeUsage'>;
}

/** A record whose history a caller may read. */
export interface ReadableRecord {
  /** As the caller reads it now. */
  readonly record: StoredRecord;
  /** The id of the address that its history is kept under. */
  readonly subject: string;
}

/** A record as a revision left it, or as it was when that removed it. */
export interface FormerState extends DecodedState {
  readonly change: ChangeOfSubject;
  readonly document: JsonObject;
}

/** The history of one record, for those who may see drafts of its type. */
export interface RecordHistory {
  /** @throws AppError 401/403, 404 when the caller may not read the record, as it is now */
  find(id: string, context: RequestContext): Promise<ReadableRecord>;
  /** What was changed, one entry for each revision; and whether there is more. */
  list(found: ReadableRecord, page: RevisionPage): Promise<readonly ChangeOfSubject[]>;
  /** Names of the members that a change wrote, of those that the caller reads. */
  membersOf(found: ReadableRecord, change: ChangeOfSubject, context: RequestContext): readonly string[];
  /** @throws AppError 404 when the revision is not one of the record's */
  at(found: ReadableRecord, number: number, context: RequestContext): Promise<FormerState>;
}

export function createRecordHistory(
  resource: RegisteredResource,
  { gate, answers, registry, stored, operations, publication }: RecordHistoryDeps,
): RecordHistory {
  const access = createFieldAccess(resource, gate);
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
        // Paths of files are never printed, but readers of the record see its files.
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
      // The members by which it is addressed are those of now.
      const { identifier } = resource;
      const key = identifier === undefined ? {} : { [identifier]: record.values[identifier] };
      const former = { type: resource.name, id: change.record, values: { ...state.values, ...key } };
      return {
        ...state,
        change,
        document: answers.serializer.serialize(bareRepresentation(former), context),
      };
    },
  };
}
