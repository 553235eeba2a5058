import type { SqlRow } from '../../kernel/contract/database/database.js';
import type { CompiledStatement } from './statement-compiler.js';

/** Runs reads one after another; each succeeds or fails separately. */
export async function readOneByOne(
  statements: readonly CompiledStatement[],
  read: (statement: CompiledStatement) => Promise<SqlRow[]>,
): Promise<PromiseSettledResult<SqlRow[]>[]> {
  const answers: PromiseSettledResult<SqlRow[]>[] = [];
  for (const statement of statements) answers.push(...(await Promise.allSettled([read(statement)])));
  return answers;
}
