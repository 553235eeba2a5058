import type { Kernel } from '../../kernel/kernel.js';
import type { QueryExtension } from '../../kernel/contract/operations.js';
import type { Feature } from '../../kernel/feature.js';
import type { ExpressionVoter } from './expression-voter.js';
import { createExpressionVoter } from './expression-voter.js';
import type { RowRules } from './read-rules.js';
import { createReadRules } from './read-rules.js';

/** The `x-security` rules of types: who may create, list, read, change and delete what. */
export interface TypeSecurity extends Feature {
  readonly voter: ExpressionVoter;
  readonly filter: QueryExtension;
}

export function createTypeSecurity(
  { registry, gate, database, reader }: Kernel,
  rules: RowRules,
): TypeSecurity {
  const voter = createExpressionVoter(gate, registry.require);
  const readRules = createReadRules({
    registry,
    gate,
    dialect: database.dialect,
    rules,
    column: (type, path) => reader.select(type).expression(path),
  });
  return {
    name: 'security',
    voter,
    filter: readRules.filter,
    reads: {
      filters: [readRules.filter],
      voters: [voter],
      assertListable: (resource, { actor }) => readRules.assertListable(resource, actor),
    },
    writes: {
      assertCreatable: (resource, { actor }) => voter.assertAllowed({ resource, operation: 'create', actor }),
    },
  };
}

export { parseReadRules } from './read-rules.js';
export type { RowRules } from './read-rules.js';
export type { ExpressionVoter } from './expression-voter.js';
