import { join } from 'node:path';
import { CONFIG_FILES } from 'cms-api-components/internal/kernel/settings/config.js';
import { generate, type GenerateOptions, type GenerateResult } from './generate.js';
import { SCHEMAS_FOLDER } from './options.js';
import { schemaFolders } from './schema-folders.js';
import { createFolderWatch } from './watch-folders.js';

export type WatchOutcome =
  | { readonly kind: 'generated'; readonly result: GenerateResult }
  /** The output folder keeps its last good state. */
  | { readonly kind: 'failed'; readonly error: unknown };

export interface Watcher {
  /** Stops watching. Resolves when the current run has ended. */
  close(): Promise<void>;
}

/**
 * Generates now and after every change of a schema file, one run at a time. A failed run changes nothing on disk and
 * watching continues, so a half-typed schema never stops a running server.
 */
export function watch(options: GenerateOptions, onOutcome: (outcome: WatchOutcome) => void): Watcher {
  const { projectRoot } = options;
  let isClosed = false;
  let isStale = false;
  let running: Promise<void> | undefined;

  const run = async (): Promise<void> => {
    while (isStale && !isClosed) {
      isStale = false;
      const outcome = await attempt(options);
      if (!isClosed) onOutcome(outcome);
    }
    running = undefined;
  };
  const start = (): void => {
    isStale = true;
    running ??= run();
  };
  const schemas = join(projectRoot, SCHEMAS_FOLDER);
  const isSchema = (name: string): boolean =>
    /\.(?:json|ya?ml|json5|jsonc)$/.test(name) || !name.includes('.');
  const watched = createFolderWatch(
    [
      // The configuration names filesystems and functions. Its folder is watched, because editors replace files.
      {
        path: projectRoot,
        concerns: (name) =>
          name === SCHEMAS_FOLDER || (CONFIG_FILES.includes(name) && options.readsConfiguration === true),
      },
      { path: schemas, concerns: isSchema },
      ...schemaFolders(options.features).map(({ name }) => ({
        path: join(schemas, name),
        concerns: isSchema,
      })),
    ],
    start,
  );
  start();
  return {
    async close() {
      isClosed = true;
      watched.close();
      await running;
    },
  };
}

async function attempt(options: GenerateOptions): Promise<WatchOutcome> {
  try {
    return { kind: 'generated', result: await generate(options) };
  } catch (error) {
    return { kind: 'failed', error };
  }
}
