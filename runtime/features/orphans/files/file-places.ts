import { relative } from 'node:path';
import type { OrphansConfig } from '../settings.js';
import type { FilesystemConfig } from '../../../kernel/ports/file-storage.js';
import type { PathColumn, UploadsConfig } from '../../uploads/door.js';
import { groupBy } from '../../../kernel/util/group-by.js';

/** The places where upload fields store files, and the parts of them that are searched. */
export interface FilePlaces {
  /** Filesystems that upload fields use. */
  readonly adapters: readonly string[];
  /** The prefixes of the paths of an adapter, none within another; `['']` is all of it. */
  prefixesOf(adapter: string): readonly string[];
  /** Whether nothing is said of a file: variants, and what the configuration excludes. */
  isSkipped(path: string): boolean;
  /** Whether a file is looked at with those of another filesystem, which lies within this one. */
  isElsewhere(adapter: string, path: string): boolean;
  /** The paths by which fields may hold the file: more than one where its filesystem lies within a larger one. */
  namesOf(adapter: string, path: string): readonly string[];
}

type PlacesConfig = Pick<UploadsConfig, 'filesystems' | 'imageCachePrefix'> &
  Pick<OrphansConfig, 'orphanedFiles'>;

export function createFilePlaces(columns: readonly PathColumn[], config: PlacesConfig): FilePlaces {
  const { filesystems, imageCachePrefix, orphanedFiles } = config;
  const prefixes = groupBy(
    columns,
    ({ adapter }) => adapter,
    ({ prefix }) => prefix,
  );
  const skipped = [folder(imageCachePrefix), ...orphanedFiles.excludedPaths.map(withoutSlash)];
  const aliases = Object.keys(filesystems);
  const within = new Map(aliases.map((alias) => [alias, foldersWithin(alias, filesystems)]));
  const around = new Map(
    aliases.map((alias) => [alias, aliases.flatMap((other) => within.get(other)?.get(alias) ?? [])]),
  );

  return {
    adapters: [...prefixes.keys()],
    prefixesOf: (adapter) => outermost(prefixes.get(adapter) ?? []),
    isSkipped: (path) => skipped.some((prefix) => path.startsWith(prefix)),
    isElsewhere: (adapter, path) =>
      [...(within.get(adapter)?.values() ?? [])].some((prefix) => path.startsWith(prefix)),
    namesOf: (adapter, path) => [path, ...(around.get(adapter) ?? []).map((prefix) => prefix + path)],
  };
}

const withoutSlash = (path: string): string => path.replace(/^\/+/, '');
const folder = (path: string): string => `${path.replace(/^\/+|\/+$/g, '')}/`;

function outermost(prefixes: readonly string[]): readonly string[] {
  return [...new Set(prefixes)].filter(
    (prefix) => !prefixes.some((other) => other !== prefix && prefix.startsWith(other)),
  );
}

/** The folders of each filesystem that belong to other filesystems, by their aliases. */
function foldersWithin(
  alias: string,
  filesystems: UploadsConfig['filesystems'],
): ReadonlyMap<string, string> {
  const parent = filesystems[alias];
  return new Map(
    Object.entries(filesystems).flatMap(([other, child]) => {
      const way = parent === undefined || other === alias ? undefined : wayInto(parent, child);
      return way === undefined ? [] : [[other, way] as const];
    }),
  );
}

/** The path of one filesystem in another, with a slash at its end; undefined when it is elsewhere, or the same. */
function wayInto(parent: FilesystemConfig, child: FilesystemConfig): string | undefined {
  if (parent.driver === 'local' && child.driver === 'local') {
    const way = relative(parent.root, child.root).replaceAll('\\', '/');
    return way === '' || /^\.\.(?:\/|$)/.test(way) ? undefined : folder(way);
  }
  if (parent.driver !== 's3' || child.driver !== 's3') return undefined;
  // Whatever the endpoints: one service has many addresses, and taking two for one only leaves files alone.
  if (parent.bucket !== child.bucket) return undefined;
  const [outer, inner] = [parent, child].map(({ prefix }) => (folder(prefix) === '/' ? '' : folder(prefix)));
  if (outer === undefined || inner === undefined || inner === outer) return undefined;
  return inner.startsWith(outer) ? inner.slice(outer.length) : undefined;
}
