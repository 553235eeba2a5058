import type { Expression } from './expression.js';

/** Returns whether an expression or any of its parts satisfies a predicate. */
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
