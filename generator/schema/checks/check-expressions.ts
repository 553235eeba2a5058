import type { Place } from '../place.js';
import type { CheckContext } from '../schema-set.js';
import { reportSlow } from './report-slow.js';
import { fieldOwners, fieldsOf } from './owners.js';

/** The expressions of rules can be parsed, when the caller brought a parser; those of constraints are looked at with them. */
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

/** Reports a text that is no expression, when the caller brought a parser. */
export function checkExpression(context: CheckContext, place: Place, text: string | undefined): void {
  if (text === undefined) return;
  const { expressions } = context.options;
  const fault = expressions?.fault(text);
  if (fault !== undefined)
    place.report(`The expression can't be read: ${fault}`, 'Correct it; nothing is evaluated as code.');
  else for (const pattern of expressions?.patterns(text) ?? []) reportSlow(place, pattern, LONGEST);
}

/** Characters of the texts that expressions compare. */
const LONGEST = 255;
