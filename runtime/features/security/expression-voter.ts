import type { Actor } from '../../kernel/contract/context.js';
import type { ItemVoter } from '../../kernel/contract/operations.js';
import type { ResourceDescriptor, SecurityOperation } from '../../kernel/contract/resource.js';
import { denied } from '../../kernel/errors/catalog.js';
import { expressionObject, type ExpressionGate } from '../../kernel/serializer/field-access.js';

/** Judges the `x-security` expressions of a type; a missing one leaves the platform's rules alone. */
export interface ExpressionVoter extends ItemVoter {
  /** @throws AppError 401/403 when the caller fails the expression of an operation without an item. */
  assertAllowed(resource: ResourceDescriptor, operation: SecurityOperation, actor: Actor): void;
  passes(resource: ResourceDescriptor, operation: SecurityOperation, actor: Actor, object?: unknown): boolean;
}

export function createExpressionVoter(
  gate: ExpressionGate,
  require: (type: string) => ResourceDescriptor,
): ExpressionVoter {
  const passes: ExpressionVoter['passes'] = ({ security }, operation, actor, object) => {
    const expression = security[operation];
    return expression === undefined || gate(expression, actor, object);
  };

  function assertPasses(
    resource: ResourceDescriptor,
    operation: SecurityOperation,
    actor: Actor,
    object?: unknown,
  ): void {
    if (!passes(resource, operation, actor, object)) throw denied(actor, resource.security.message);
  }
  return {
    name: 'type security',
    appliesTo: ({ security }) => Object.keys(security).length > 0,
    assertGranted(record, operation, { context }) {
      const resource = require(record.type);
      assertPasses(resource, operation, context.actor, expressionObject(resource, record));
      return Promise.resolve();
    },
    assertAllowed: assertPasses,
    passes,
  };
}
