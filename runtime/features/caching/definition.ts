import type { DeclaredCommand } from '../../kernel/contract/command.js';
import type { ConfiguredFeature } from '../../kernel/contract/declared-feature.js';
import { cacheErrors } from './errors.js';
import { CACHING_SETTINGS } from './settings.js';
import { invalidationTable } from './tables.js';

/** The flags by which commands purge some tags or paths in place of everything. */
const WHAT_TO_PURGE: Pick<DeclaredCommand, 'examples' | 'flags'> = {
  examples: ['', '--path /about', '--tag /api/_/layouts/main'],
  flags: {
    tag: {
      type: 'list',
      summary: 'Drop only what carries this tag, which may be an IRI; can be given several times.',
    },
    path: {
      type: 'list',
      summary:
        'Drop only what shows this page of the site or this address of the API; can be given several times.',
    },
  },
};

/** Caches in front of the API and within it drop what a write makes stale (core.md sections 1.7 and 1.8, ADR 47). */
export const caching: ConfiguredFeature<typeof CACHING_SETTINGS> = {
  name: 'http-cache',
  settings: CACHING_SETTINGS,
  actsLast: true,
  commands: [
    {
      ...WHAT_TO_PURGE,
      name: 'purge-rendered-html',
      summary: 'Drop the pages that front ends have rendered from shared caches.',
      description: 'Answers of the API stay. Exits 1 when a cache did not do it.',
      hiddenAliases: ['cms:api-components:purge-rendered-html'],
    },
    {
      ...WHAT_TO_PURGE,
      name: 'purge-http-cache',
      summary: 'Drop everything from shared caches.',
      description:
        'Does nothing where the configured purger has no way to do that. Exits 1 when a cache did not do it.',
      hiddenAliases: ['cms:api-components:purge-http-cache'],
    },
  ],
  tables: [invalidationTable],
  errors: Object.values(cacheErrors),
  load: () => import('./feature.js'),
};
