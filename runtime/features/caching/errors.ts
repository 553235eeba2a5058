import { defineErrors } from '../../kernel/errors/define-errors.js';

export const cacheErrors = defineErrors({
  notPurged: {
    code: 'CACHE.NOT_PURGED',
    status: 502,
    when: 'The shared cache rejected the purge request of an administrator, or did not respond.',
    remedy: 'Check the cache named in the message, then purge again.',
    answer: (reason: string) => `The cache was not purged: ${reason}.`,
  },
});
