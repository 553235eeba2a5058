import { defineErrors } from '../../kernel/errors/define-errors.js';

export const duplicationErrors = defineErrors({
  refused: {
    code: 'DUPLICATION.REFUSED',
    status: 422,
    when: 'A part of what is to be duplicated is answered with a refusal that is no error of its own.',
    remedy: 'Read what the message names.',
    answer: (what: string, status: number) => `${what} is answered with ${status}, so nothing is stored.`,
  },
});
