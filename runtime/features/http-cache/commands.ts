import type { FeatureCommand } from '../../kernel/feature.js';
import type { IriConverter } from '../../kernel/metadata/iri-converter.js';
import type { ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import { type Purging, RENDERED_HTML_TAG } from './purging.js';

const NO_PURGER = 'No HTTP cache purger is configured, so nothing was purged';

/**
 * `cms purge-rendered-html` and `cms purge-http-cache` (accounts.md section 12.5); with `--tag` or `--path` both drop what these
 * name, which is the same for pages and answers: front ends tag what they render with the IRIs of what they show.
 */
export const createPurgeCommands = (purging: Purging): readonly FeatureCommand[] => [
  {
    name: 'purge-rendered-html',
    summary: 'Drop the pages that front ends have rendered from shared caches.',
    async run({ iris, registry }, { args, print }) {
      const tags = namedTags(args, iris, registry);
      if (tags.length > 0) return print(await purgeNamed(purging, tags));
      print(
        (await purging.purgeRenderedHtml()) ? `Purged the \`${RENDERED_HTML_TAG}\` cache tag` : NO_PURGER,
      );
    },
  },
  {
    name: 'purge-http-cache',
    summary: 'Drop everything from shared caches.',
    async run({ iris, registry }, { args, print }) {
      const tags = namedTags(args, iris, registry);
      if (tags.length > 0) return print(await purgeNamed(purging, tags));
      print(
        (await purging.flush())
          ? 'Flushed the HTTP cache'
          : 'The configured HTTP cache purger cannot flush the whole cache, so nothing was flushed',
      );
    },
  },
];

async function purgeNamed(purging: Purging, tags: readonly string[]): Promise<string> {
  if (!(await purging.purgeTags(tags))) return NO_PURGER;
  return `Purged the cache ${tags.length === 1 ? 'tag' : 'tags'} ${tags.map((tag) => `\`${tag}\``).join(', ')}`;
}

/** The tags of `--tag TAG --path PATH ...`: a path of the site means the route that is there. */
function namedTags(
  args: readonly string[],
  iris: IriConverter,
  registry: ResourceRegistry,
): readonly string[] {
  const route = registry.require('Route');
  const tags = args.flatMap((word, index) => {
    const value = args[index + 1];
    if (value === undefined) return [];
    if (word === '--tag') return [value];
    if (word !== '--path') return [];
    return [iris.parse(value) === undefined ? iris.item(route, value) : value];
  });
  return [...new Set(tags)];
}
