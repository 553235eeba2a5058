import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from './temporary-folder.js';

/** Records each imported module. Runs in the thread that loads them. */
const NOTE_IMPORTS = (list: string): string => `
import { appendFileSync } from 'node:fs';
export async function load(url, context, next) {
  if (url.startsWith('file:')) appendFileSync(${JSON.stringify(list)}, url + '\\n');
  return next(url, context);
}`;

/** Registers it, and records at exit which modules were required. */
const NOTE_ALL = (list: string): string => `
import { appendFileSync } from 'node:fs';
import { createRequire, register } from 'node:module';
import { pathToFileURL } from 'node:url';
register(${JSON.stringify(dataUrl(NOTE_IMPORTS(list)))});
process.on('exit', () => {
  const { cache } = createRequire(${JSON.stringify(import.meta.url)});
  for (const path of Object.keys(cache)) appendFileSync(${JSON.stringify(list)}, pathToFileURL(path).href + '\\n');
});`;

const dataUrl = (script: string): string => `data:text/javascript,${encodeURIComponent(script)}`;

/** Lists the code files that a Node process loads. */
export interface LoadedFiles {
  /** Value of `NODE_OPTIONS` for the process. */
  readonly nodeOptions: string;
  /** Paths of the files, after the process has ended. */
  read(): Promise<readonly string[]>;
}

export async function noteLoadedFiles(): Promise<LoadedFiles> {
  const list = join(await temporaryFolder(), 'loaded');
  return {
    nodeOptions: `--import=${dataUrl(NOTE_ALL(list))}`,
    async read() {
      const lines = existsSync(list) ? (await readFile(list, 'utf8')).split('\n') : [];
      return [...new Set(lines.filter((line) => line !== '').map((url) => fileURLToPath(url)))];
    },
  };
}

/** Package of a file in `node_modules`, or undefined for other files. */
export const packageOf = (path: string): string | undefined =>
  /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
