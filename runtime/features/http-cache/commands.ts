import type { FeatureCommand } from '../../kernel/feature.js';
import { type Purging, RENDERED_HTML_TAG } from './purging.js';

/** `cms purge-rendered-html` and `cms purge-http-cache` (accounts.md section 12.5). */
export const createPurgeCommands = (purging: Purging): readonly FeatureCommand[] => [
  {
    name: 'purge-rendered-html',
    summary: 'Drop the pages that front ends have rendered from shared caches.',
    async run(_service, { print }) {
      print(
        (await purging.purgeRenderedHtml())
          ? `Purged the \`${RENDERED_HTML_TAG}\` cache tag`
          : 'No HTTP cache purger is configured, so nothing was purged',
      );
    },
  },
  {
    name: 'purge-http-cache',
    summary: 'Drop everything from shared caches.',
    async run(_service, { print }) {
      print(
        (await purging.flush())
          ? 'Flushed the HTTP cache'
          : 'The configured HTTP cache purger cannot flush the whole cache, so nothing was flushed',
      );
    },
  },
];
