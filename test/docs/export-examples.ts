import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExportedDeclaration } from '../support/exported-declarations.js';
import type { CodeFile } from './page-project.js';

/** A module of the project, which examples import on demand. */
const BOOKINGS = `export const create = () => ({});\n`;

/** Writes the `@example` of each export as a module into `folder`. Exports that it uses need no import in the comment. */
export async function writeExamples(
  exported: readonly ExportedDeclaration[],
  folder: string,
): Promise<readonly CodeFile[]> {
  await mkdir(folder);
  await writeFile(join(folder, 'bookings.ts'), BOOKINGS);
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
