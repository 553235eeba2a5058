import type { Actor } from '../../kernel/contract/context.js';
import type { ItemVoter } from '../../kernel/contract/records/operations.js';
import type { CompleteDescriptor, SecurityOperation } from '../../kernel/contract/schema/resource.js';
import { denied } from '../../kernel/errors/catalog.js';
import { textDependsOnObject } from '../../kernel/expression/depends-on-object.js';
import { expressionObject, type ExpressionGuard } from '../../kernel/serializer/field-access.js';

/** A request for access to a record of a type, or to the type itself when it names no record. */
interface SecurityQuestion {
  readonly resource: CompleteDescriptor;
  readonly operation: SecurityOperation;
  readonly actor: Actor;
  readonly object?: unknown;
}

/** Evaluates the `x-security` expressions of a type. Without an expression, the platform's rules decide. */
export interface ExpressionVoter extends ItemVoter {
  passes(requested: SecurityQuestion): boolean;
}

export function createExpressionVoter(
  guard: ExpressionGuard,
  require: (type: string) => CompleteDescriptor,
): ExpressionVoter {
  const passes: ExpressionVoter['passes'] = ({ resource, operation, actor, object }) => {
    const expression = resource.security[operation];
    return expression === undefined || guard(expression, actor, object);
  };

  function assertPasses(requested: SecurityQuestion): void {
    if (!passes(requested)) throw denied(requested.actor, requested.resource.security.message);
  }
  return {
    appliesTo: ({ security }) => Object.keys(security).length > 0,
    assertGranted(record, operation, { context }) {
      const resource = require(record.type);
      assertPasses({ resource, operation, actor: context.actor, object: expressionObject(resource, record) });
      return Promise.resolve();
    },
    assertMayCreate: (resource, { actor }) => assertPasses({ resource, operation: 'create', actor }),
    mayEver: (resource, operation, { actor }) =>
      textDependsOnObject(resource.security[operation] ?? '') || passes({ resource, operation, actor }),
    passes,
  };
}
