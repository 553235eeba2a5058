import type { Expression } from './expression.js';
import { parseExpression } from './parse-expression.js';

/** Whether the value of an expression depends on the record it is asked about. */
export function dependsOnObject(expression: Expression): boolean {
  switch (expression.kind) {
    case 'name':
      return expression.name === 'object';
    case 'literal':
    case 'granted':
      return false;
    case 'member':
      return dependsOnObject(expression.target);
    case 'not':
    case 'negate':
      return dependsOnObject(expression.operand);
    case 'matches':
      return dependsOnObject(expression.subject);
    case 'list':
      return expression.items.some(dependsOnObject);
    case 'and':
    case 'or':
    case 'comparison':
    case 'in':
      return dependsOnObject(expression.left) || dependsOnObject(expression.right);
  }
}

/** The same of its text; false for a text that is no expression, which others report. */
export function textDependsOnObject(source: string): boolean {
  try {
    return dependsOnObject(parseExpression(source));
  } catch {
    return false;
  }
}
