import type { JsonObject } from '../../kernel/contract/json.js';
import { defineErrors } from '../../kernel/errors/define-errors.js';

/** A record that is not as a revision left it, and the members that differ; none where it is gone, or there again. */
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
    when: 'A revision is asked for that is not there: it is that of another record, or older than what is kept.',
    remedy: 'Take a number from the list of revisions.',
    answer: 'There is no such revision.',
  },
  incomplete: {
    code: 'HISTORY.INCOMPLETE',
    status: 409,
    when: 'A revision is to be taken back, or a page restored, and some of what was changed is not kept any more, or is of a type that there is no more.',
    remedy: 'Restore single records, as far as their history goes.',
    answer: 'Some of what was changed is not kept any more, so it cannot be taken back as a whole.',
  },
  changedSince: {
    code: 'HISTORY.CHANGED_SINCE',
    status: 409,
    when: 'A revision is to be taken back, or a page restored, and something was changed since, needs what would go, or has what would come back; `conflicts` lists what.',
    remedy: 'Take the later revisions back first, or restore single records.',
    answer: (conflicts: readonly ConflictOfUndo[]) => ({
      publicMessage: `Changed since, so that nothing was taken back: ${firstIris(conflicts)}.`,
      members: { conflicts: printed(conflicts) },
    }),
  },
  notAllowed: {
    code: 'HISTORY.NOT_ALLOWED',
    status: 409,
    when: 'A revision is to be taken back, or a page restored, and the caller may not write one of the records, or one of the members that would change; `conflicts` lists them.',
    remedy: 'Ask somebody who may write these records, or restore single records.',
    answer: (conflicts: readonly ConflictOfUndo[]) => ({
      publicMessage: `You may not write these records, so nothing was changed: ${firstIris(conflicts)}.`,
      members: { conflicts: printed(conflicts) },
    }),
  },
  unknownMoment: {
    code: 'HISTORY.UNKNOWN_MOMENT',
    status: 422,
    when: 'A page is to be as it stood at a moment that is to come, or that lies before what the history knows.',
    remedy: 'Name a moment between the first revision that is kept and now.',
    answer: 'The history knows nothing of that moment.',
  },
  notThere: {
    code: 'HISTORY.NOT_THERE',
    status: 422,
    when: 'A page is to be as it stood at a moment at which it was not there.',
    remedy: 'Name a later moment.',
    answer: 'The page was not there at that moment.',
  },
  badParameter: {
    code: 'HISTORY.BAD_PARAMETER',
    status: 400,
    when: 'A parameter, or the moment that a page is to be restored to, is missing or cannot be read.',
    remedy: 'Send what the message names.',
    answer: (name: string, wanted: string) => `The parameter ${name} should be ${wanted}.`,
  },
});
