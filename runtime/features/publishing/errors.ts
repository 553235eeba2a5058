import { defineErrors } from '../../kernel/errors/define-errors.js';

export const draftErrors = defineErrors({
  dateFixed: {
    code: 'PUBLISHABLE.DATE_FIXED',
    status: 422,
    when: 'The request changes the publication date of a published version.',
    remedy: 'Remove the date from the request, or edit the draft.',
    answer: 'You cannot change the publication date of a published resource.',
  },
});
