import { defineErrors } from '../../kernel/errors/define-errors.js';
import { badCursor } from '../../kernel/system-resources/keyset-page.js';

export const accessTokenErrors = defineErrors({
  invalid: {
    code: 'TOKEN.INVALID',
    status: 401,
    when: 'The access token is unknown, revoked or expired, or its owner can no longer sign in.',
    remedy: 'Create a new access token, and replace the old one in the client.',
    answer: {
      publicMessage: 'The access token is invalid or has expired.',
      headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
    },
  },
  throttled: {
    code: 'TOKEN.THROTTLED',
    status: 429,
    when: 'The access token exceeded its rate limit, `access_tokens.throttle`.',
    remedy: 'Retry after the delay in `Retry-After`, or raise the limit in the configuration.',
    answer: (seconds: number) => ({
      publicMessage: 'The access token exceeded its rate limit. Retry later.',
      headers: { 'Retry-After': String(seconds) },
    }),
  },
  badPlace: { code: 'TOKEN.BAD_PLACE', ...badCursor('access tokens') },
});
