import type { GenerateOptions } from '../generate.js';
import type { ExpressionRules } from '../options.js';

/** Migration options (ADR 20). */
export type MigrationMode = Pick<GenerateOptions, 'allowDestructive' | 'withoutMigration'>;

/** Reads the generator options of the project in `root`. */
export async function generatorOptions(root: string, mode: MigrationMode = {}): Promise<GenerateOptions> {
  return {
    ...mode,
    projectRoot: root,
    readsConfiguration: true,
    code: {
      async importFile(path) {
        const { createModuleLoader } = await import('cms-api-components/internal/project/module-loader.js');
        return createModuleLoader(root).importFile(path);
      },
      async featuresOf(config) {
        const { featuresOf } = await import('cms-api-components/internal/config/check-features.js');
        return featuresOf(config);
      },
    },
    expressions: await loadExpressionRules(),
  };
}

/** Adapts the expression language of the runtime to the interface of the generator. */
export async function loadExpressionRules(): Promise<ExpressionRules> {
  const [{ parseExpression }, { patternsIn }, { textDependsOnObject }, { parseRowRule, RowRuleError }] =
    await Promise.all([
      import('cms-api-components/internal/kernel/expression/parse-expression.js'),
      import('cms-api-components/internal/kernel/expression/patterns-in.js'),
      import('cms-api-components/internal/kernel/expression/depends-on-object.js'),
      import('cms-api-components/internal/kernel/expression/row-rule.js'),
    ]);
  return {
    fault: (source) => failureOf(() => parseExpression(source))?.message,
    patterns: (source) => patternsIn(parseExpression(source)),
    dependsOnObject: textDependsOnObject,
    rowFault(source, kindOf) {
      const error = failureOf(() => parseRowRule(parseExpression(source), kindOf));
      // Syntax errors are reported by `fault`.
      return error instanceof RowRuleError ? { message: error.problem, hint: error.hint } : undefined;
    },
  };
}

function failureOf(work: () => unknown): Error | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
