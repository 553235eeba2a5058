import { defineErrors } from '../../kernel/errors/define-errors.js';
import { badCursor } from '../../kernel/system-resources/keyset-page.js';

export const previewErrors = defineErrors({
  over: {
    code: 'PREVIEW.OVER',
    status: 401,
    when: 'The preview token is unknown, revoked or expired, or its creator is no longer authorized to see the page.',
    remedy: 'Request a new preview link.',
    answer: 'The preview has expired, or its link is incomplete. Request a new link.',
  },
  readOnly: {
    code: 'PREVIEW.READ_ONLY',
    status: 403,
    when: 'A request with a preview token is not a read request.',
    remedy: 'Send the request without the preview token.',
    answer: 'Previews are read-only. Send the request without the preview token.',
  },
  ambiguous: {
    code: 'PREVIEW.AMBIGUOUS',
    status: 400,
    when: 'The request has two preview tokens.',
    remedy: 'Send one token, either in the header or in the query parameter.',
    answer: 'The request has two preview tokens. Send only one.',
  },
  badPlace: { code: 'PREVIEW.BAD_PLACE', ...badCursor('previews') },
});
