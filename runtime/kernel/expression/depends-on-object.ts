import type { Expression } from './expression.js';
import { parseExpression } from './parse-expression.js';
import { somePart } from './some-part.js';

/** Returns whether the value of an expression depends on the record. */
export const dependsOnObject = (expression: Expression): boolean => somePart(expression, isObject);

/** Returns whether an expression reads fields of the record, not only whether there is one. */
export const readsObject = (expression: Expression): boolean =>
  somePart(expression, (part) => part.kind === 'member' && isObject(part.target));

const isObject = (part: Expression): boolean => part.kind === 'name' && part.name === 'object';

/**
 * Parses an expression and returns whether it depends on the record; false if it is invalid, which is
 * reported elsewhere.
 */
export function textDependsOnObject(source: string): boolean {
  try {
    return dependsOnObject(parseExpression(source));
  } catch {
    return false;
  }
}
