import { watch as watchFiles } from 'node:fs';
import { join } from 'node:path';
import { CONFIG_FILE } from './configured-names.js';
import { generate, type GenerateOptions, type GenerateResult } from './generate.js';
import { resolveOptions } from './options.js';

export type WatchOutcome =
  | { readonly kind: 'generated'; readonly result: GenerateResult }
  /** The output folder keeps its last good state. */
  | { readonly kind: 'failed'; readonly error: unknown };

export interface Watcher {
  /** Stops watching; resolves when a run under way has ended. */
  close(): Promise<void>;
}

/** Editors write a file in several steps, and a branch switch writes many files. */
const SETTLE_MILLISECONDS = 80;

/**
 * Generates now and after every change of a schema file, one run at a time. A run that fails changes nothing on disk and
 * the watcher goes on, so that a half-typed schema never takes a running server down.
 * @throws Error when the schemas folder does not exist.
 */
export function watch(options: GenerateOptions, onOutcome: (outcome: WatchOutcome) => void): Watcher {
  const { projectRoot, schemasFolder } = resolveOptions(options);
  let isClosed = false;
  let isStale = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  const run = async (): Promise<void> => {
    while (isStale && !isClosed) {
      isStale = false;
      const outcome = await attempt(options);
      if (!isClosed) onOutcome(outcome);
    }
    running = undefined;
  };
  const schedule = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      isStale = true;
      running ??= run();
    }, SETTLE_MILLISECONDS);
  };

  const schemas = watchFiles(join(projectRoot, schemasFolder), { recursive: true }, (_event, name) => {
    if (name === null || name.endsWith('.json') || !name.includes('.')) schedule();
  });
  // It names the filesystems that an upload field may have; editors replace files, so its folder is watched.
  const configuration = watchFiles(projectRoot, (_event, name) => {
    if (name === CONFIG_FILE && options.readsConfiguration === true) schedule();
  });
  const watchers = [schemas, configuration];
  // A folder that vanishes for a moment (a branch switch) is no reason to stop; the next run says what is wrong.
  for (const watcher of watchers) watcher.on('error', schedule);
  isStale = true;
  running = run();
  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
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
