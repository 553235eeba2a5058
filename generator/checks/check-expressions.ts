import type { Place } from '../schema/place.js';
import type { CheckContext } from '../schema/schema-set.js';
import { reportSlow } from './report-slow.js';
import { fieldOwners, fieldsOf } from './owners.js';

/**
 * Parses the expressions of access rules, if a parser was provided. Expressions of constraints are checked with the
 * constraints.
 */
export function checkExpressions(context: CheckContext): void {
  if (context.options.expressions === undefined) return;
  for (const { definition, place } of context.resources) {
    const security = definition['x-security'];
    const at = place.below('x-security');
    if (typeof security === 'string') checkExpression(context, at, security);
    for (const [key, rule] of Object.entries(typeof security === 'object' ? security : {})) {
      if (key !== 'message') checkExpression(context, at.below(key), String(rule));
    }
    const published = definition['x-publishable'];
    if (typeof published === 'object') {
      checkExpression(context, place.below('x-publishable', 'permission'), published.permission);
    }
  }
  for (const owner of fieldOwners(context)) {
    for (const { field, place } of fieldsOf(owner)) {
      for (const keyword of ['x-read-if', 'x-write-if'] as const) {
        checkExpression(context, place.below(keyword), field[keyword]);
      }
    }
  }
}

/** Reports a syntax error in an expression, if a parser was provided. */
export function checkExpression(context: CheckContext, place: Place, text: string | undefined): void {
  if (text === undefined) return;
  const { expressions } = context.options;
  const fault = expressions?.fault(text);
  if (fault !== undefined)
    place.report(`Invalid expression: ${fault}`, 'Correct it. Expressions are not JavaScript.');
  else for (const pattern of expressions?.patterns(text) ?? []) reportSlow(place, pattern, LONGEST);
}

/** Assumed maximum length of texts in expressions. */
const LONGEST = 255;
