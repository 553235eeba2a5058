import { defineErrors } from '../../kernel/errors/define-errors.js';

export const previewErrors = defineErrors({
  over: {
    code: 'PREVIEW.OVER',
    status: 401,
    when: 'The token of a preview is unknown, revoked or expired, or whoever made it may not see the page any more.',
    remedy: 'Ask for another link.',
    answer: 'This preview is over, or its link is not complete.',
  },
  readOnly: {
    code: 'PREVIEW.READ_ONLY',
    status: 403,
    when: 'A request with the token of a preview asks for more than to read.',
    remedy: 'Send the request without it.',
    answer: 'A preview only shows what is there.',
  },
  ambiguous: {
    code: 'PREVIEW.AMBIGUOUS',
    status: 400,
    when: 'A request names two previews.',
    remedy: 'Send one token, in the header or in the parameter.',
    answer: 'Send the token of one preview.',
  },
  badPlace: {
    code: 'PREVIEW.BAD_PLACE',
    status: 400,
    when: 'A list of previews is asked for with a `before` that no answer gave.',
    remedy: 'Follow `next` of the page before.',
    answer: 'The parameter before should be the one that the page before gave in next.',
  },
});
