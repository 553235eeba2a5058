import { defineErrors } from '../../kernel/errors/define-errors.js';

export const cacheErrors = defineErrors({
  notPurged: {
    code: 'CACHE.NOT_PURGED',
    status: 502,
    when: 'An administrator purges the shared cache, which does not answer or refuses.',
    remedy: 'Look at the cache that the message names, then purge again.',
    answer: (reason: string) => `The cache was not purged: ${reason}.`,
  },
});
