import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from './temporary-folder.js';

/** Notes each module that is imported; runs in the thread that loads them. */
const NOTE_IMPORTS = (list: string): string => `
import { appendFileSync } from 'node:fs';
export async function load(url, context, next) {
  if (url.startsWith('file:')) appendFileSync(${JSON.stringify(list)}, url + '\\n');
  return next(url, context);
}`;

/** Does so, and notes at the end what was required. */
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

/** The files of code that a process of Node loads. */
export interface LoadedFiles {
  /** Value of `NODE_OPTIONS` for the process. */
  readonly nodeOptions: string;
  /** Paths of the files, once the process has ended. */
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

/** The package of a file in `node_modules`; undefined for others. */
export const packageOf = (path: string): string | undefined =>
  /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
