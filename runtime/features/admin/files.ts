import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { ContentEncoding } from '../../kernel/contract/http/compression.js';
import {
  OWN_ADMIN_FOLDER,
  OWN_ADMIN_MANIFEST,
  type OwnAdminManifest,
} from '../../extension-points/own-admin.js';
import { installedPackage } from '../../kernel/util/packages/find-package.js';
import { ADMIN_NAME } from '../../kernel/util/packages/package-root.js';

/** Media types of the files in a built application. Other files are not served. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json'],
  ['.map', 'application/json'],
  ['.txt', 'text/plain; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.webp', 'image/webp'],
  ['.ico', 'image/x-icon'],
  ['.woff2', 'font/woff2'],
]);

/** Matches a plain file name, which cannot lead to another folder. */
const FILE_NAME = /^\w(?:[\w.-]{0,126}\w)?$/;

const ENDINGS: Readonly<Record<ContentEncoding, string>> = { br: '.br', gzip: '.gz' };

/** A file as stored, or a precompressed variant from the build. */
export interface ServedFile {
  readonly bytes: Buffer;
  readonly type: string;
  readonly encoding?: ContentEncoding;
}

/** Files of the admin application; none if its package is not installed or not built. */
export interface AdminFiles {
  isInstalled(): boolean;
  /** Returns the start page; undefined if it does not exist. */
  page(): Promise<string | undefined>;
  /** Returns a file from the `assets` folder, compressed if that variant exists. */
  asset(name: string, encoding: ContentEncoding | undefined): Promise<ServedFile | undefined>;
  /** Returns the entry files of the project's admin extensions; undefined if there are none. */
  own(): Promise<OwnAdminManifest | undefined>;
  /**
   * Returns the folders of the files.
   * @throws Error if the package is not installed
   */
  folders(): { readonly assets: string; readonly own: string };
  /** Returns a file of the project's admin extensions. */
  ownFile(name: string, encoding: ContentEncoding | undefined): Promise<ServedFile | undefined>;
}

/** Looks up files on each request, so that a new build appears without a restart. */
export function createAdminFiles(projectRoot: string): AdminFiles {
  let found: string | undefined;
  const own = join(projectRoot, OWN_ADMIN_FOLDER);
  // A missing package is not cached, so a later installation is found.
  const dist = (): string | undefined => {
    found ??= installedPackage(ADMIN_NAME, projectRoot);
    return found && join(found, 'dist');
  };
  return {
    folders() {
      const folder = dist();
      if (folder === undefined) throw new Error(`${ADMIN_NAME} is not installed.`);
      return { assets: join(folder, 'assets'), own };
    },
    isInstalled: () => dist() !== undefined,
    async page() {
      const folder = dist();
      return folder && (await readPresent(join(folder, 'index.html')))?.toString('utf8');
    },
    async asset(name, encoding) {
      const folder = dist();
      return folder === undefined ? undefined : readServed(join(folder, 'assets'), name, encoding);
    },
    async own() {
      const text = await readPresent(join(own, OWN_ADMIN_MANIFEST));
      // `cms build` wrote the file.
      return text && (JSON.parse(text.toString('utf8')) as OwnAdminManifest);
    },
    ownFile: async (name, encoding) =>
      name === OWN_ADMIN_MANIFEST ? undefined : readServed(own, name, encoding),
  };
}

async function readServed(
  folder: string,
  name: string,
  encoding: ContentEncoding | undefined,
): Promise<ServedFile | undefined> {
  const type = TYPES.get(extname(name));
  if (type === undefined || !FILE_NAME.test(name)) return undefined;
  const encoded = encoding && (await readPresent(join(folder, `${name}${ENDINGS[encoding]}`)));
  if (encoded !== undefined && encoding !== undefined) return { bytes: encoded, type, encoding };
  const bytes = await readPresent(join(folder, name));
  return bytes && { bytes, type };
}

async function readPresent(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && ABSENT.has(error.code)) return undefined;
    throw error;
  }
}

/** Error codes for a missing file, or for a folder. */
const ABSENT: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);
