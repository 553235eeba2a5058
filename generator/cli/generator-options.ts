import type { GenerateOptions } from '../generate.js';

/** How migrations are written (architecture section 8). */
export type MigrationMode = Pick<GenerateOptions, 'allowDestructive' | 'withoutMigration'>;

/** What the commands tell the generator about the project in `root`. */
export async function generatorOptions(root: string, mode: MigrationMode = {}): Promise<GenerateOptions> {
  const { parseExpression } = await import('../../runtime/expression/parse-expression.js');
  return {
    ...mode,
    projectRoot: root,
    readsConfiguration: true,
    async importConfiguration(path) {
      const { createModuleLoader } = await import('../../runtime/project/module-loader.js');
      return createModuleLoader(root).importFile(path);
    },
    checkExpression(source) {
      try {
        parseExpression(source);
        return undefined;
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    },
  };
}
