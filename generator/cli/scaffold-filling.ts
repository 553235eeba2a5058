import { join } from 'node:path';
import type { Application } from 'cms-api-components/internal/console/open-application.js';

export interface ScaffoldFillingOptions {
  readonly root: string;
  print(line: string): void;
  /** Reports an error that the user can fix. */
  complain(error: unknown): void;
}

/** Fills empty databases from the scaffold, and detects changes of the scaffold and its imports. */
export interface ScaffoldFilling {
  /** Loads the scaffold into an empty database. Reports errors, which can be fixed while the server runs. */
  fill(application: Application): Promise<void>;
  close(): void;
}

const MEND =
  'The scaffold was not loaded, and nothing was stored. Fix the error and save the file to load it again.';

export async function createScaffoldFilling(
  { root, print, complain }: ScaffoldFillingOptions,
  onChange: () => void,
): Promise<ScaffoldFilling> {
  const { createFilesWatcher } = await import('./watch-files.js');
  const { createModuleLoader } = await import('cms-api-components/internal/project/module-loader.js');
  const { DEFAULT_SCAFFOLD, hasDefaultScaffold, loadScaffoldFile } =
    await import('cms-api-components/internal/project/load-scaffold-file.js');
  const file = join(root, DEFAULT_SCAFFOLD);
  const watcher = createFilesWatcher(onChange);

  async function load(application: Application): Promise<void> {
    if (!hasDefaultScaffold(root) || !(await application.isEmpty())) return;
    const { report } = await application.loadScaffold(await loadScaffoldFile(root));
    print(report);
  }

  return {
    async fill(application) {
      try {
        await load(application);
      } catch (error) {
        complain(error);
        print(MEND);
      }
      watcher.follow([file, ...(await createModuleLoader(root).filesOf(file))]);
    },
    close: () => watcher.close(),
  };
}
