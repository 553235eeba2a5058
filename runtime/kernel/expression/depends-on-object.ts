import type { Expression } from './expression.js';
import { parseExpression } from './parse-expression.js';
import { somePart } from './some-part.js';

/** Whether the value of an expression depends on the record it is asked about. */
export const dependsOnObject = (expression: Expression): boolean => somePart(expression, isObject);

/** Whether an expression asks for what is in a record, and not only whether there is one. */
export const readsObject = (expression: Expression): boolean =>
  somePart(expression, (part) => part.kind === 'member' && isObject(part.target));

const isObject = (part: Expression): boolean => part.kind === 'name' && part.name === 'object';

/** The same of its text; false for a text that is no expression, which others report. */
export function textDependsOnObject(source: string): boolean {
  try {
    return dependsOnObject(parseExpression(source));
  } catch {
    return false;
  }
}
