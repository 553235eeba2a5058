import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { ContentCoding } from '../../kernel/contract/compression.js';
import { PACKAGE_NAME, packageVersion } from '../../kernel/util/package-root.js';
import { installedPackage } from '../../kernel/util/find-package.js';

/** The package with the browser application. */
const ADMIN_PACKAGE = `${PACKAGE_NAME}-admin`;

/** Installs the release that belongs to this one. */
export const installCommand = (): string => `npm install ${ADMIN_PACKAGE}@${packageVersion()}`;

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
  /** The page that starts it; undefined where there is none. */
  page(): Promise<string | undefined>;
  /** A file of its folder `assets`, in a coding where it is there in that. */
  asset(name: string, coding: ContentCoding | undefined): Promise<ServedFile | undefined>;
}

/** Files are looked for when they are asked for, so that a build shows without a restart. */
export function createAdminFiles(projectRoot: string): AdminFiles {
  let found: string | undefined;
  // One that is installed meanwhile is found: what is missing is not remembered.
  const folder = (): string | undefined => (found ??= installedPackage(ADMIN_PACKAGE, projectRoot));
  const read = async (...path: readonly string[]): Promise<Buffer | undefined> => {
    const root = folder();
    return root === undefined ? undefined : readPresent(join(root, 'dist', ...path));
  };
  return {
    page: async () => (await read('index.html'))?.toString('utf8'),
    async asset(name, coding) {
      const type = TYPES.get(extname(name));
      if (type === undefined || !FILE_NAME.test(name)) return undefined;
      const coded = coding && (await read('assets', `${name}${ENDINGS[coding]}`));
      if (coded !== undefined && coding !== undefined) return { bytes: coded, type, coding };
      const bytes = await read('assets', name);
      return bytes && { bytes, type };
    },
  };
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
