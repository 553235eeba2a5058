import type { CommandIo } from '../../kernel/contract/features/command.js';
import type { CommandWork } from '../../kernel/feature.js';
import type { IriConverter } from '../../kernel/metadata/iri-converter.js';
import type { ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import { type Purging, RENDERED_HTML_TAG } from './purging.js';

const NO_PURGER = 'No HTTP cache purger is configured, so nothing was purged';

/** Flags that select what to purge instead of everything. */
type PurgeIo = CommandIo<{ readonly tag?: readonly string[]; readonly path?: readonly string[] }>;

/**
 * The commands `cms purge-rendered-html` and `cms purge-http-cache` (accounts.md section 12.5). With `--tag` or
 * `--path` both purge the same entries, because front ends tag rendered pages with the IRIs of their content.
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

/** Returns the tags that the flags select. A path of the site selects its route. */
function namedTags(
  { tag = [], path = [] }: PurgeIo['flags'],
  iris: IriConverter,
  registry: ResourceRegistry,
): readonly string[] {
  const route = registry.require('Route');
  const named = path.map((value) => (iris.parse(value) === undefined ? iris.item(route, value) : value));
  return [...new Set([...tag, ...named])];
}
