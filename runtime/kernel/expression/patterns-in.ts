import type { Expression } from './expression.js';
import { somePart } from './some-part.js';

/** Returns the patterns of `matches` in an expression, with their slashes. */
export function patternsIn(expression: Expression): readonly string[] {
  const found: string[] = [];
  somePart(expression, (part) => {
    if (part.kind === 'matches') found.push(String(part.pattern));
    return false;
  });
  return found;
}
