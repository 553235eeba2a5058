import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { ContentCoding } from '../../kernel/contract/http/compression.js';
import {
  OWN_ADMIN_FOLDER,
  OWN_ADMIN_MANIFEST,
  type OwnAdminManifest,
} from '../../kernel/contract/features/own-admin.js';
import { installedPackage } from '../../kernel/util/packages/find-package.js';
import { ADMIN_NAME } from '../../kernel/util/packages/package-root.js';

/** Types of the files that a built application consists of; others are not served. */
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

/** The name of one file in one folder: nothing in it leads anywhere else. */
const FILE_NAME = /^\w(?:[\w.-]{0,126}\w)?$/;

const ENDINGS: Readonly<Record<ContentCoding, string>> = { br: '.br', gzip: '.gz' };

/** A file as it is stored, or as it was compressed when the application was built. */
export interface ServedFile {
  readonly bytes: Buffer;
  readonly type: string;
  readonly coding?: ContentCoding;
}

/** The files of the browser application; none where its package is not installed, or not built. */
export interface AdminFiles {
  isInstalled(): boolean;
  /** The page that starts it; undefined where there is none. */
  page(): Promise<string | undefined>;
  /** A file of its folder `assets`, in a coding where it is there in that. */
  asset(name: string, coding: ContentCoding | undefined): Promise<ServedFile | undefined>;
  /** The files that the parts of the project start with; undefined where it has none. */
  own(): Promise<OwnAdminManifest | undefined>;
  /** Where the files are. @throws Error where the package is not installed */
  folders(): { readonly assets: string; readonly own: string };
  /** A file of the parts of the project. */
  ownFile(name: string, coding: ContentCoding | undefined): Promise<ServedFile | undefined>;
}

/** Files are looked for when they are asked for, so that a build shows without a restart. */
export function createAdminFiles(projectRoot: string): AdminFiles {
  let found: string | undefined;
  const own = join(projectRoot, OWN_ADMIN_FOLDER);
  // One that is installed meanwhile is found: what is missing is not remembered.
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
    async asset(name, coding) {
      const folder = dist();
      return folder === undefined ? undefined : readServed(join(folder, 'assets'), name, coding);
    },
    async own() {
      const text = await readPresent(join(own, OWN_ADMIN_MANIFEST));
      // `cms build` wrote it.
      return text && (JSON.parse(text.toString('utf8')) as OwnAdminManifest);
    },
    ownFile: async (name, coding) =>
      name === OWN_ADMIN_MANIFEST ? undefined : readServed(own, name, coding),
  };
}

async function readServed(
  folder: string,
  name: string,
  coding: ContentCoding | undefined,
): Promise<ServedFile | undefined> {
  const type = TYPES.get(extname(name));
  if (type === undefined || !FILE_NAME.test(name)) return undefined;
  const coded = coding && (await readPresent(join(folder, `${name}${ENDINGS[coding]}`)));
  if (coded !== undefined && coding !== undefined) return { bytes: coded, type, coding };
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

/** Nothing is there, or a folder is. */
const ABSENT: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);
