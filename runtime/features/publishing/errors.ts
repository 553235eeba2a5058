import { defineErrors } from '../../kernel/errors/define-errors.js';

export const draftErrors = defineErrors({
  dateFixed: {
    code: 'PUBLISHABLE.DATE_FIXED',
    status: 422,
    when: 'An edit of the published version would move its publication date.',
    remedy: 'Leave the date out, or edit the draft.',
    answer: 'You cannot change the publication date of a published resource.',
  },
});
