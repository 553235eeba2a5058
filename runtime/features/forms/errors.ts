import type { Violation } from '../../kernel/contract/records/validation.js';
import { defineErrors } from '../../kernel/errors/define-errors.js';

export const formErrors = defineErrors({
  longPart: {
    code: 'REQUEST.TOO_LONG_PART',
    status: 400,
    when: 'A value of a submission exceeds the maximum length.',
    remedy: 'Send a shorter value.',
    answer: (part: string) => `The part ${part} is too long. Send a shorter value.`,
  },
  keyNotFound: {
    code: 'FORM.KEY_NOT_FOUND',
    status: 422,
    when: 'The values of the submission are not nested under the name of the form.',
    remedy: 'Nest the values as shown in the message.',
    answer: (rootName: string) =>
      `Form object key could not be found. Expected: "${rootName}": { "input_name": "input_value" }`,
  },
  refused: {
    code: 'FORM.REFUSED',
    status: 422,
    when: 'A success handler of the project rejected the submission.',
    remedy: 'Correct the fields listed in `violations`.',
    answer: (violations: readonly Violation[]) => ({
      publicMessage: 'The submission was refused.',
      violations,
    }),
  },
  checkFailed: {
    code: 'FORM.CHECK_FAILED',
    status: 503,
    when: 'The submission check of the project failed or timed out.',
    remedy: 'Submit the form again later. The service log has the cause.',
    answer: (cause: unknown) => ({
      publicMessage: 'The form could not be checked. Please try again later.',
      headers: { 'Retry-After': '30' },
      cause,
    }),
  },
});
