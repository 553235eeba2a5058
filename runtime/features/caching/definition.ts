import type { DeclaredCommand } from '../../kernel/contract/features/command.js';
import type { ConfiguredFeature } from '../../kernel/contract/features/declared-feature.js';
import { cacheErrors } from './errors.js';
import { CACHING_SETTINGS } from './settings.js';
import { invalidationTable } from './tables.js';

/** Flags that select tags or paths to purge instead of everything. */
const WHAT_TO_PURGE: Pick<DeclaredCommand, 'examples' | 'flags'> = {
  examples: ['', '--path /about', '--tag /api/_/layouts/main'],
  flags: {
    tag: {
      type: 'list',
      summary: 'Purge only entries with this tag, which can be an IRI.',
    },
    path: {
      type: 'list',
      summary: 'Purge only entries that show this page of the site or this path of the API.',
    },
  },
};

/** Invalidation of shared caches and the response cache after writes (core.md sections 1.7 and 1.8, ADR 47). */
export const caching: ConfiguredFeature<typeof CACHING_SETTINGS> = {
  name: 'http-cache',
  settings: CACHING_SETTINGS,
  actsLast: true,
  commands: [
    {
      ...WHAT_TO_PURGE,
      name: 'purge-rendered-html',
      summary: 'Purge rendered pages from shared caches.',
      description: 'Responses of the API stay cached. Exits with 1 if a cache fails.',
      hiddenAliases: ['cms:api-components:purge-rendered-html'],
    },
    {
      ...WHAT_TO_PURGE,
      name: 'purge-http-cache',
      summary: 'Purge everything from shared caches.',
      description:
        'Does nothing if the configured purger cannot purge everything. Exits with 1 if a cache fails.',
      hiddenAliases: ['cms:api-components:purge-http-cache'],
    },
  ],
  tables: [invalidationTable],
  errors: Object.values(cacheErrors),
  load: () => import('./feature.js'),
};
