import type { Violation } from '../../kernel/contract/validation.js';
import { defineErrors } from '../../kernel/errors/define-errors.js';

export const formErrors = defineErrors({
  longPart: {
    code: 'REQUEST.TOO_LONG_PART',
    status: 400,
    when: 'A field of a submission is longer than any form takes.',
    remedy: 'Send a shorter value.',
    answer: (part: string) => `The part ${part} is too long.`,
  },
  keyNotFound: {
    code: 'FORM.KEY_NOT_FOUND',
    status: 422,
    when: 'The values of a submission do not stand under the name of the form.',
    remedy: 'Send them as the message shows.',
    answer: (rootName: string) =>
      `Form object key could not be found. Expected: "${rootName}": { "input_name": "input_value" }`,
  },
  refused: {
    code: 'FORM.REFUSED',
    status: 422,
    when: 'A success handler of the project refuses the submission.',
    remedy: 'Correct the fields that the answer marks.',
    answer: (violations: readonly Violation[]) => ({
      publicMessage: 'The submission was refused.',
      violations,
    }),
  },
  checkFailed: {
    code: 'FORM.CHECK_FAILED',
    status: 503,
    when: 'The check of submissions that the project brings failed, or did not answer in time.',
    remedy: 'Send the form again later; the log says what went wrong.',
    answer: (cause: unknown) => ({
      publicMessage: 'The form could not be checked. Please try again later.',
      headers: { 'Retry-After': '30' },
      cause,
    }),
  },
});
