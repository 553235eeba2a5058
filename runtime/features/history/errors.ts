import type { JsonObject } from '../../kernel/contract/json.js';
import { defineErrors } from '../../kernel/errors/define-errors.js';

/**
 * A record that has changed since the revision, with the differing members. None if the record was deleted or restored.
 */
export interface ConflictOfUndo {
  readonly iri: string;
  readonly members: readonly string[];
}

const firstIris = (conflicts: readonly ConflictOfUndo[]): string =>
  conflicts
    .slice(0, 10)
    .map(({ iri }) => iri)
    .join(', ');

const printed = (conflicts: readonly ConflictOfUndo[]): JsonObject[] =>
  conflicts.map((one) => ({ ...one, members: [...one.members] }));

export const historyErrors = defineErrors({
  noRevision: {
    code: 'HISTORY.NO_REVISION',
    status: 404,
    when: 'The revision does not exist, belongs to another record, or was deleted at the end of its retention.',
    remedy: 'Use a number from the list of revisions.',
    answer: 'The revision does not exist. Use a number from the list of revisions.',
  },
  incomplete: {
    code: 'HISTORY.INCOMPLETE',
    status: 409,
    when: 'The revision cannot be undone, or the page restored, because parts of the history were deleted or their type no longer exists.',
    remedy: 'Restore individual records as far back as their history reaches.',
    answer:
      'Parts of the history were deleted, so the change cannot be undone as a whole. Restore individual records.',
  },
  changedSince: {
    code: 'HISTORY.CHANGED_SINCE',
    status: 409,
    when: 'The revision cannot be undone, or the page restored, because records were changed since or are referenced by others. `conflicts` lists them.',
    remedy: 'Undo the later revisions first, or restore individual records.',
    answer: (conflicts: readonly ConflictOfUndo[]) => ({
      publicMessage: `Nothing was undone, because these records were changed since: ${firstIris(conflicts)}.`,
      members: { conflicts: printed(conflicts) },
    }),
  },
  notAllowed: {
    code: 'HISTORY.NOT_ALLOWED',
    status: 409,
    when: 'The revision cannot be undone, or the page restored, because the caller is not authorized to write all records and members. `conflicts` lists them.',
    remedy: 'Ask a user with these permissions, or restore individual records.',
    answer: (conflicts: readonly ConflictOfUndo[]) => ({
      publicMessage: `Nothing was changed, because you are not authorized to write these records: ${firstIris(conflicts)}.`,
      members: { conflicts: printed(conflicts) },
    }),
  },
  unknownMoment: {
    code: 'HISTORY.UNKNOWN_MOMENT',
    status: 422,
    when: 'The target time of a page restoration is in the future, or before the start of the history.',
    remedy: 'Send a time between the oldest stored revision and now.',
    answer: 'The history does not cover this time. Send a time between the oldest stored revision and now.',
  },
  notThere: {
    code: 'HISTORY.NOT_THERE',
    status: 422,
    when: 'The page did not exist at the target time of the restoration.',
    remedy: 'Send a later time.',
    answer: 'The page did not exist at this time. Send a later time.',
  },
  badParameter: {
    code: 'HISTORY.BAD_PARAMETER',
    status: 400,
    when: 'A query parameter, or the target time of a page restoration, is missing or invalid.',
    remedy: 'Send the value described in the message.',
    answer: (name: string, wanted: string) => `The parameter "${name}" must be ${wanted}.`,
  },
});
