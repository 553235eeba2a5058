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
 * Returns the paths of migrations whose generated statements were edited. Ignores formatting and statements of kind
 * `sql`, which are written by hand.
 * @throws MigrationFolderError if a file is missing or broken
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

/** Reads the migration in a file, or undefined if it has none. Evaluated as data: project imports are not available. */
export async function readMigration(file: string): Promise<Migration | undefined> {
  try {
    const { code } = await transform(await readFile(file, 'utf8'), { loader: 'ts', format: 'cjs' });
    const context = createContext({ module: { exports: {} } });
    runInContext(code, context);
    const exported: unknown = runInContext('JSON.stringify(module.exports.migration)', context);
    // The generator wrote this shape. Edited content is compared, never executed.
    return typeof exported === 'string' ? (JSON.parse(exported) as Migration) : undefined;
  } catch {
    return undefined;
  }
}
