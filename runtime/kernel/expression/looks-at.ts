import type { Expression } from './expression.js';
import { parseExpression } from './parse-expression.js';

/** Whether the value of an expression depends on the record it is asked about. */
export function looksAtObject(expression: Expression): boolean {
  switch (expression.kind) {
    case 'name':
      return expression.name === 'object';
    case 'literal':
    case 'granted':
      return false;
    case 'member':
      return looksAtObject(expression.target);
    case 'not':
    case 'negate':
      return looksAtObject(expression.operand);
    case 'matches':
      return looksAtObject(expression.subject);
    case 'list':
      return expression.items.some(looksAtObject);
    case 'and':
    case 'or':
    case 'comparison':
    case 'in':
      return looksAtObject(expression.left) || looksAtObject(expression.right);
  }
}

/** The same of its text; false for a text that is no expression, which others report. */
export function textLooksAtObject(source: string): boolean {
  try {
    return looksAtObject(parseExpression(source));
  } catch {
    return false;
  }
}
