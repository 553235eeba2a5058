import { defineErrors } from '../../kernel/errors/define-errors.js';

export const historyErrors = defineErrors({
  noRevision: {
    code: 'HISTORY.NO_REVISION',
    status: 404,
    when: 'A revision is asked for that is not there: it is that of another record, or older than what is kept.',
    remedy: 'Take a number from the list of revisions.',
    answer: 'There is no such revision.',
  },
  badParameter: {
    code: 'HISTORY.BAD_PARAMETER',
    status: 400,
    when: 'A list of revisions is asked for with a parameter that cannot be read.',
    remedy: 'Send what the message names.',
    answer: (name: string, wanted: string) => `The parameter ${name} should be ${wanted}.`,
  },
});
