import type { Expression } from './expression.js';

/** Whether an expression, or anything that it consists of, is like that. */
export const somePart = (expression: Expression, isLikeThat: (part: Expression) => boolean): boolean =>
  isLikeThat(expression) || partsOf(expression).some((part) => somePart(part, isLikeThat));

function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'name':
    case 'literal':
    case 'granted':
      return [];
    case 'member':
      return [expression.target];
    case 'not':
    case 'negate':
      return [expression.operand];
    case 'matches':
      return [expression.subject];
    case 'list':
      return expression.items;
    case 'and':
    case 'or':
    case 'comparison':
    case 'in':
      return [expression.left, expression.right];
  }
}
