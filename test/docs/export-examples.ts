import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExportedDeclaration } from '../support/exported-declarations.js';
import type { CodeFile } from './page-project.js';

/** Modules of the project, which examples import on demand. */
const MODULES = {
  'bookings.ts': `export const create = () => ({});\n`,
  'menu-files.ts': `import type { SchemaFiles } from 'cms-api-components'; export declare const schemaFiles: SchemaFiles;\n`,
};

/** Writes the `@example` of each export as a module into `folder`. Exports that it uses need no import in the comment. */
export async function writeExamples(
  exported: readonly ExportedDeclaration[],
  folder: string,
): Promise<readonly CodeFile[]> {
  await mkdir(folder);
  for (const [name, code] of Object.entries(MODULES)) await writeFile(join(folder, name), code);
  const names = [...new Set(exported.map(({ name }) => name))];
  return Promise.all(
    exported.map(async ({ path, example }, index) => {
      const { code = '', line = 1 } = example ?? {};
      const used = names.filter((name) => mentions(code, name));
      // The import shares a line with the first statement, so that errors name the line of the source file.
      const text = `import { ${used.join(', ')} } from 'cms-api-components'; ${code}\n`;
      const file = join(folder, `${index}.ts`);
      await writeFile(file, text);
      const block = { page: path, line, language: 'ts', path: undefined, code: text, unchecked: undefined };
      return { file, block };
    }),
  );
}

/** Returns whether code contains a name as a whole word. */
export const mentions = (code: string, name: string): boolean => new RegExp(`\\b${name}\\b`).test(code);
