import { constraintEntry } from '../definition.js';
import type { SchemaSource } from '../load-schemas.js';
import { pointerOf } from '../pointer.js';
import type { CheckContext } from '../schema-set.js';
import { allNodes, fieldOwners, fieldsOf } from './owners.js';

/** Expressions can be parsed, when the caller brought a parser. */
export function checkExpressions(context: CheckContext): void {
  if (context.options.expressions === undefined) return;
  for (const { source, definition } of context.resources) {
    const security = definition['x-security'];
    if (typeof security === 'string') checkText(context, source, '/x-security', security);
    for (const [key, expression] of Object.entries(typeof security === 'object' ? security : {})) {
      if (key !== 'message') checkText(context, source, pointerOf('x-security', key), String(expression));
    }
    const published = definition['x-publishable'];
    if (typeof published === 'object') {
      checkText(context, source, '/x-publishable/permission', published.permission);
    }
  }
  for (const owner of fieldOwners(context)) {
    for (const [name, field] of fieldsOf(owner)) {
      for (const keyword of ['x-read-if', 'x-write-if'] as const) {
        checkText(context, owner.source, pointerOf('properties', name, keyword), field[keyword]);
      }
    }
    const nodes = [{ pointer: '', node: owner.definition }, ...allNodes(owner)];
    for (const { pointer, node } of nodes) {
      node['x-constraints']?.forEach((definition, index) => {
        const [name, { expression }] = constraintEntry(definition);
        if (name !== 'Expression' || typeof expression !== 'string') return;
        checkText(
          context,
          owner.source,
          `${pointer}/x-constraints/${index}/Expression/expression`,
          expression,
        );
      });
    }
  }
}

function checkText(
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
