import type { Expression } from '../expression/expression.js';
import { isTruthy } from '../expression/evaluate-expression.js';
import { parseExpression } from '../expression/parse-expression.js';
import type { ExpressionGuard } from '../serializer/field-access.js';
import { isGranted } from './role-hierarchy.js';

/**
 * Evaluates access expressions and parses each one once. Expressions come from descriptors and configuration,
 * so the cache is bounded.
 */
export function createExpressionGuard(): ExpressionGuard {
  const parsed = new Map<string, Expression>();
  return (source, actor, object = null) => {
    let expression = parsed.get(source);
    if (expression === undefined) parsed.set(source, (expression = parseExpression(source)));
    return isTruthy(expression, {
      object,
      user: actor.user === null ? null : actor.user.fields,
      isGranted: (role) => isGranted(actor, role),
    });
  };
}
