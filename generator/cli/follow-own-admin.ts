import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ADMIN_FOLDER } from '../admin/own-admin-source.js';
import { createFolderWatch, type FolderWatch } from '../watch-folders.js';
import { servesOwnAdmin } from './serves-own-admin.js';
import { createFilesWatcher } from './watch-files.js';

export interface FollowOptions {
  readonly root: string;
  print(line: string): void;
  /** Reports an error that leaves the last good state. */
  complain(error: unknown): void;
}

/** Bundles the parts of the admin that a project has of its own now and after every change of them. */
export function followOwnAdmin({ root, print, complain }: FollowOptions): { close(): Promise<void> } {
  let work = Promise.resolve();
  let isFirst = true;
  let isClosed = false;
  const bundle = async (): Promise<void> => {
    if (isClosed) return;
    try {
      const { bundleOwnAdmin } = await import('../admin/bundle-own-admin.js');
      const { written, inputs } = await bundleOwnAdmin({ root, isServed: servesOwnAdmin, isFinal: false });
      if (!isFirst && written.length > 0) print('Updated the custom parts of the admin.');
      isFirst = false;
      files.follow(inputs);
    } catch (error) {
      complain(error);
      // What is wrong may be mended in any of them.
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
