import type { GenerateOptions } from '../generate.js';

/** How migrations are written (architecture section 8). */
export interface MigrationMode {
  /** Write a migration that loses stored data, too. */
  readonly allowDestructive?: boolean;
  /** Development: the newest migration may still be rewritten. */
  readonly open?: boolean;
}

/** What the commands tell the generator about the project in `root`. */
export async function generatorOptions(root: string, mode: MigrationMode = {}): Promise<GenerateOptions> {
  const { parseExpression } = await import('../../runtime/expression/parse-expression.js');
  return {
    ...mode,
    projectRoot: root,
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
