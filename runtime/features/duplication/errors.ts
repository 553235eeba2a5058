import { defineErrors } from '../../kernel/errors/define-errors.js';

export const duplicationErrors = defineErrors({
  refused: {
    code: 'DUPLICATION.REFUSED',
    status: 422,
    when: 'A request for a part of the duplicated record failed without an error code.',
    remedy: 'Send the request in the message separately to find the cause.',
    answer: (what: string, status: number) => `${what} failed with status ${status}, so nothing was stored.`,
  },
});
