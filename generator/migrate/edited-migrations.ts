import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { transform } from 'esbuild';
import {
  generatedHash,
  type Migration,
} from 'cms-api-components/internal/kernel/contract/database/migration.js';
import { migrationPath, readHistory } from './migration-folder.js';

/**
 * Paths of the migrations whose statements are not those that were generated. How a file is laid out does not matter,
 * nor do statements of kind `sql`: those are the project's own.
 * @throws MigrationFolderError when a file is missing or broken
 */
export async function findEditedMigrations(outputDir: string): Promise<readonly string[]> {
  const history = await readHistory(outputDir);
  const edited = await Promise.all(
    history.map(async ({ id, hash }) => {
      const path = migrationPath(id);
      const written = await readMigration(join(outputDir, path));
      return written !== undefined && written.id === id && generatedHash(written) === hash ? [] : [path];
    }),
  );
  return edited.flat();
}

/** The migration in a file, or undefined where it has none. It is data: nothing that a project could import is there when it is read. */
export async function readMigration(file: string): Promise<Migration | undefined> {
  try {
    const { code } = await transform(await readFile(file, 'utf8'), { loader: 'ts', format: 'cjs' });
    const context = createContext({ module: { exports: {} } });
    runInContext(code, context);
    const exported: unknown = runInContext('JSON.stringify(module.exports.migration)', context);
    // The generator wrote it; what people made of it is compared, not used.
    return typeof exported === 'string' ? (JSON.parse(exported) as Migration) : undefined;
  } catch {
    return undefined;
  }
}
