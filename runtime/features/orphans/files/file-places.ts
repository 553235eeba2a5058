import { relative } from 'node:path';
import type { OrphansConfig } from '../settings.js';
import type { FilesystemConfig } from '../../../kernel/ports/file-storage.js';
import type { PathColumn, UploadsConfig } from '../../uploads/public-api.js';
import { groupBy } from '../../../kernel/util/group-by.js';

/** Filesystems and path prefixes in which upload fields store files. */
export interface FilePlaces {
  /** Filesystems used by upload fields. */
  readonly adapters: readonly string[];
  /** Path prefixes to scan on an adapter, none of which contains another. `['']` covers the whole adapter. */
  prefixesOf(adapter: string): readonly string[];
  /** Returns whether the scan ignores a file: variants, and paths excluded by the configuration. */
  isSkipped(path: string): boolean;
  /** Returns whether the file belongs to a nested filesystem, which lists it itself. */
  isElsewhere(adapter: string, path: string): boolean;
  /**
   * Returns all paths by which records may reference the file. There are several if its filesystem is nested
   * in a larger one.
   */
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

/** Returns the folders of a filesystem that belong to other filesystems, by alias. */
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

/**
 * Returns the path of one filesystem inside another, with a trailing slash. Undefined if it is outside or the
 * same.
 */
function wayInto(parent: FilesystemConfig, child: FilesystemConfig): string | undefined {
  if (parent.driver === 'local' && child.driver === 'local') {
    const way = relative(parent.root, child.root).replaceAll('\\', '/');
    return way === '' || /^\.\.(?:\/|$)/.test(way) ? undefined : folder(way);
  }
  if (parent.driver !== 's3' || child.driver !== 's3') return undefined;
  // Endpoints are not compared, because one service has many addresses. A false match only keeps files.
  if (parent.bucket !== child.bucket) return undefined;
  const [outer, inner] = [parent, child].map(({ prefix }) => (folder(prefix) === '/' ? '' : folder(prefix)));
  if (outer === undefined || inner === undefined || inner === outer) return undefined;
  return inner.startsWith(outer) ? inner.slice(outer.length) : undefined;
}
