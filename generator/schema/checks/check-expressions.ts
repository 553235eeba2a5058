import type { SchemaSource } from '../load-schemas.js';
import { pointerOf } from '../pointer.js';
import type { CheckContext } from '../schema-set.js';
import { fieldOwners, fieldsOf } from './owners.js';

/** The expressions of rules can be parsed, when the caller brought a parser; those of constraints are looked at with them. */
export function checkExpressions(context: CheckContext): void {
  if (context.options.expressions === undefined) return;
  for (const { source, definition } of context.resources) {
    const security = definition['x-security'];
    if (typeof security === 'string') checkExpression(context, source, '/x-security', security);
    for (const [key, expression] of Object.entries(typeof security === 'object' ? security : {})) {
      if (key !== 'message')
        checkExpression(context, source, pointerOf('x-security', key), String(expression));
    }
    const published = definition['x-publishable'];
    if (typeof published === 'object') {
      checkExpression(context, source, '/x-publishable/permission', published.permission);
    }
  }
  for (const owner of fieldOwners(context)) {
    for (const [name, field] of fieldsOf(owner)) {
      for (const keyword of ['x-read-if', 'x-write-if'] as const) {
        checkExpression(context, owner.source, pointerOf('properties', name, keyword), field[keyword]);
      }
    }
  }
}

/** Reports a text that is no expression, when the caller brought a parser. */
export function checkExpression(
  context: CheckContext,
  source: SchemaSource,
  pointer: string,
  text: string | undefined,
): void {
  if (text === undefined) return;
  const fault = context.options.expressions?.fault(text);
  if (fault === undefined) return;
  context.report(
    source,
    pointer,
    `The expression can't be read: ${fault}`,
    'Correct it; nothing is evaluated as code.',
  );
}
