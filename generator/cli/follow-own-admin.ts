import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ADMIN_FOLDER } from '../admin/own-admin-source.js';
import { createFolderWatch, type FolderWatch } from '../watch-folders.js';
import { servesOwnAdmin } from './serves-own-admin.js';
import { createFilesWatcher } from './watch-files.js';

export interface FollowOptions {
  readonly root: string;
  print(line: string): void;
  /** Reports an error. The last valid bundle stays in use. */
  complain(error: unknown): void;
}

/** Bundles the admin extensions of a project now and after every change. */
export function followOwnAdmin({ root, print, complain }: FollowOptions): { close(): Promise<void> } {
  let work = Promise.resolve();
  let isFirst = true;
  let isClosed = false;
  const bundle = async (): Promise<void> => {
    if (isClosed) return;
    try {
      const { bundleOwnAdmin } = await import('../admin/bundle-own-admin.js');
      const { written, inputs } = await bundleOwnAdmin({ root, isServed: servesOwnAdmin, isFinal: false });
      if (!isFirst && written.length > 0) print('Updated the admin extensions.');
      isFirst = false;
      files.follow(inputs);
    } catch (error) {
      complain(error);
      // Any source file may contain the error, so all of them are watched.
      files.follow(sourcesIn(join(root, ADMIN_FOLDER)));
    }
  };
  const next = (): void => {
    work = work.then(bundle);
  };
  const files = createFilesWatcher(next);
  const folder: FolderWatch = createFolderWatch(
    [
      { path: root, concerns: (name) => name === ADMIN_FOLDER },
      { path: join(root, ADMIN_FOLDER), concerns: () => true },
    ],
    next,
  );
  next();
  return {
    async close() {
      isClosed = true;
      folder.close();
      files.close();
      await work;
    },
  };
}

const sourcesIn = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    : [];
