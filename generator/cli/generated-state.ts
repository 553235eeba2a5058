import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UNFINISHED } from '../../runtime/kernel/contract/unfinished.js';
import { migrationNames } from '../../runtime/project/load-migrations.js';
import { OUTPUT_FOLDER } from '../options.js';
import { readOwnedFiles } from '../output/owned-files.js';
import { createFolderWatch, type FolderWatch } from '../watch-folders.js';

const QUIET_MILLISECONDS = 80;

/** Tells one state of `generated/`, migrations included, from another. */
export async function generatedState(root: string): Promise<string> {
  const outputDir = join(root, OUTPUT_FOLDER);
  const { generator, inputs } = await readOwnedFiles({ projectRoot: root, outputDir });
  const migrations = createHash('sha256');
  for (const name of await migrationNames(root))
    migrations.update(`${name}\n`).update(await readFile(join(outputDir, 'migrations', name)));
  return `${generator} ${inputs} ${migrations.digest('hex')}`;
}

/** Reports when another command or a branch switch has changed the migrations of a project. */
export function watchMigrations(root: string, onChange: () => void): FolderWatch {
  const outputDir = join(root, OUTPUT_FOLDER);
  const folder = join(outputDir, 'migrations');
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    // The end of the run that writes them is a change as well.
    if (!existsSync(join(outputDir, UNFINISHED))) onChange();
  };
  const watched = createFolderWatch(
    [
      { path: root, concerns: () => false },
      { path: outputDir, concerns: (name) => name === UNFINISHED || name === 'migrations' },
      { path: folder, concerns: (name) => name.endsWith('.ts') },
      { path: join(folder, 'meta'), concerns: (name) => name.endsWith('.json') },
    ],
    () => {
      clearTimeout(timer);
      timer = setTimeout(look, QUIET_MILLISECONDS);
    },
  );
  return {
    close() {
      clearTimeout(timer);
      watched.close();
    },
  };
}
