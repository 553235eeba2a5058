import type { CommandIo } from '../../kernel/contract/features/command.js';
import type { CommandWork } from '../../kernel/feature.js';
import type { IriConverter } from '../../kernel/metadata/iri-converter.js';
import type { ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import { type Purging, RENDERED_HTML_TAG } from './purging.js';

const NO_PURGER = 'No HTTP cache purger is configured, so nothing was purged';

/** The flags that name what to purge in place of everything. */
type PurgeIo = CommandIo<{ readonly tag?: readonly string[]; readonly path?: readonly string[] }>;

/**
 * `cms purge-rendered-html` and `cms purge-http-cache` (accounts.md section 12.5); with `--tag` or `--path` both drop what these
 * name, which is the same for pages and answers: front ends tag what they render with the IRIs of what they show.
 */
export const createPurgeCommands = (purging: Purging): readonly CommandWork[] => [
  {
    name: 'purge-rendered-html',
    async run({ iris, registry }, { flags, print }: PurgeIo) {
      const tags = namedTags(flags, iris, registry);
      if (tags.length > 0) return print(await purgeNamed(purging, tags));
      print(
        (await purging.purgeRenderedHtml()) ? `Purged the \`${RENDERED_HTML_TAG}\` cache tag` : NO_PURGER,
      );
    },
  },
  {
    name: 'purge-http-cache',
    async run({ iris, registry }, { flags, print }: PurgeIo) {
      const tags = namedTags(flags, iris, registry);
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

/** The tags that the flags name: a path of the site means the route that is there. */
function namedTags(
  { tag = [], path = [] }: PurgeIo['flags'],
  iris: IriConverter,
  registry: ResourceRegistry,
): readonly string[] {
  const route = registry.require('Route');
  const named = path.map((value) => (iris.parse(value) === undefined ? iris.item(route, value) : value));
  return [...new Set([...tag, ...named])];
}
