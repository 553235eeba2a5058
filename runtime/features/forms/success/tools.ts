import type { FormSuccessTools } from '../../../kernel/contract/form-success.js';
import type { WriteScope } from '../../../kernel/contract/writes.js';
import type { Violation } from '../../../kernel/contract/validation.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import type { RecordReader } from '../../../kernel/records/record-reader.js';
import { formErrors } from '../errors.js';

/** Violations that handlers added, by the property paths of the form. */
export class SubmissionRefused extends AppError {
  constructor(override readonly violations: readonly Violation[]) {
    super(formErrors.refused.options(violations));
  }
}

/** The tools of one handler; what it refuses is added to `refusals`. */
export function createTools(
  scope: WriteScope,
  reader: Pick<RecordReader, 'findLocked'>,
  refusals: Violation[],
): FormSuccessTools {
  const { context, session, commands } = scope;
  return {
    context,
    session,
    create: async (type, body) => (await commands.create(type, body, scope)).after,
    find: (record) => reader.findLocked(session, record),
    update: async (record, body) => (await commands.update(record, body, scope)).after,
    violation: (propertyPath, message) => void refusals.push({ propertyPath, message, code: null }),
    afterCommit: (work) => scope.afterCommit(work),
  };
}
