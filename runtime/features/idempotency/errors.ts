import { defineErrors } from '../../kernel/errors/define-errors.js';

export const idempotencyErrors = defineErrors({
  badKey: {
    code: 'IDEMPOTENCY.BAD_KEY',
    status: 400,
    when: 'The `Idempotency-Key` header does not have 16 to 255 visible ASCII characters.',
    remedy: 'Generate a random key for each request, such as a UUID.',
    answer:
      'The "Idempotency-Key" header must have 16 to 255 visible ASCII characters, for example a random UUID.',
  },
  reused: {
    code: 'IDEMPOTENCY.REUSED',
    status: 422,
    when: 'The `Idempotency-Key` was already used for a different request.',
    remedy: 'Generate a new key for each request. Reuse a key only with the same method, URL and body.',
    answer: 'The "Idempotency-Key" was already used for a different request. Generate a new key.',
  },
  underWay: {
    code: 'IDEMPOTENCY.UNDER_WAY',
    status: 409,
    when: 'Another request with the same `Idempotency-Key` is in progress.',
    remedy: 'Retry after the delay in `Retry-After`.',
    answer: () => ({
      publicMessage: 'Another request with this "Idempotency-Key" is in progress. Retry later.',
      headers: { 'Retry-After': '1' },
    }),
  },
  overtaken: {
    code: 'IDEMPOTENCY.OVERTAKEN',
    status: 409,
    when: 'The request was too slow and lost its `Idempotency-Key` to a retry. It was rolled back.',
    remedy: 'Send the request again to receive the response of the retry.',
    answer: () => ({
      publicMessage:
        'A retry with this "Idempotency-Key" replaced this request, and nothing was stored. Send the request again.',
      headers: { 'Retry-After': '1' },
    }),
  },
});
