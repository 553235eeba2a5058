import { defineErrors } from '../../kernel/errors/define-errors.js';

export const accessTokenErrors = defineErrors({
  invalid: {
    code: 'TOKEN.INVALID',
    status: 401,
    when: 'A machine token is unknown, revoked or expired, or its owner may not sign in any more.',
    remedy: 'Make another token, and keep it where the machine reads it.',
    answer: {
      publicMessage: 'This access token is not valid, or not valid any more.',
      headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
    },
  },
  throttled: {
    code: 'TOKEN.THROTTLED',
    status: 429,
    when: 'A machine token made more requests in a minute than `access_tokens.throttle` allows.',
    remedy: 'Wait as long as `Retry-After` says; raise the setting for a machine that needs more.',
    answer: (seconds: number) => ({
      publicMessage: 'This access token makes too many requests.',
      headers: { 'Retry-After': String(seconds) },
    }),
  },
  badPlace: {
    code: 'TOKEN.BAD_PLACE',
    status: 400,
    when: 'A list of tokens is asked for with a `before` that no answer gave.',
    remedy: 'Follow `next` of the page before.',
    answer: 'The parameter before should be the one that the page before gave in next.',
  },
});
