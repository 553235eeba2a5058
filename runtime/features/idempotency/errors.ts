import { defineErrors } from '../../kernel/errors/define-errors.js';

export const idempotencyErrors = defineErrors({
  badKey: {
    code: 'IDEMPOTENCY.BAD_KEY',
    status: 400,
    when: 'The `Idempotency-Key` is not 16 to 255 visible ASCII characters.',
    remedy: 'Make a random one for each request that is to be carried out once, such as a UUID.',
    answer:
      'The header Idempotency-Key should be 16 to 255 visible ASCII characters, a random UUID for instance.',
  },
  reused: {
    code: 'IDEMPOTENCY.REUSED',
    status: 422,
    when: 'The `Idempotency-Key` came with another request before.',
    remedy:
      'Make a new key for each request, and send the same again only with the same method, address and body.',
    answer: 'This Idempotency-Key was sent with another request.',
  },
  underWay: {
    code: 'IDEMPOTENCY.UNDER_WAY',
    status: 409,
    when: 'A request with the same `Idempotency-Key` is being carried out.',
    remedy: 'Send it again after `Retry-After`.',
    answer: () => ({
      publicMessage: 'The first request with this Idempotency-Key is still under way.',
      headers: { 'Retry-After': '1' },
    }),
  },
  overtaken: {
    code: 'IDEMPOTENCY.OVERTAKEN',
    status: 409,
    when: 'The request took so long that another one with the same `Idempotency-Key` took its place; nothing of it is stored.',
    remedy: 'Send it again: it is answered with what the other one did.',
    answer: () => ({
      publicMessage:
        'Another request with this Idempotency-Key took the place of this one, of which nothing is stored.',
      headers: { 'Retry-After': '1' },
    }),
  },
});
