/**
 * Excludes unreachable declarations from the runtime package, because each of a thousand files takes a disk block.
 * Applications reach the imports of `dist/index.d.ts`. The declarations of the generator reach a few more.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';

const INTERNAL = 'cms-api-components/internal/';

/** Writes `runtime/dist/.npmignore`, which npm applies in addition to `files` of `package.json`. */
export function ignoreUnreachedDeclarations(root) {
  const runtime = join(root, 'runtime/dist');
  const generator = reach(join(root, 'generator/dist'), ['index.d.ts']);
  const asked = [...generator.elsewhere].filter((specifier) => specifier.startsWith(INTERNAL));
  const entries = [
    'index.d.ts',
    ...asked.map((specifier) => declarationOf(specifier.slice(INTERNAL.length))),
  ];
  const kept = [...reach(runtime, entries).files].sort();
  const lines = ['*.d.ts', ...kept.map((path) => `!/${path}`)];
  writeFileSync(join(runtime, '.npmignore'), `${lines.join('\n')}\n`);
}

/** Returns the declarations that entries of a folder import, and the imported modules of other folders. */
function reach(folder, entries) {
  const [files, elsewhere, waiting] = [new Set(), new Set(), [...entries]];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (files.has(path) || !existsSync(join(folder, path))) continue;
    files.add(path);
    for (const { fileName } of ts.preProcessFile(readFileSync(join(folder, path), 'utf8')).importedFiles)
      if (fileName.startsWith('.')) waiting.push(declarationOf(posix.join(posix.dirname(path), fileName)));
      else elsewhere.add(fileName);
  }
  return { files, elsewhere };
}

const declarationOf = (path) => path.replace(/\.js$/, '.d.ts');
