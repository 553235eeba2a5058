import type { FieldDescriptor } from '../../../runtime/kernel/contract/resource.js';
import type { MemberKind } from '../../options.js';
import type { ResourceDefinition } from '../definition.js';
import type { Place } from '../place.js';
import type { CheckContext } from '../schema-set.js';
import { fieldOwners, fieldsOf, platformMembers } from './owners.js';

/** The expressions of rules can be parsed, when the caller brought a parser; those of constraints are looked at with them. */
export function checkExpressions(context: CheckContext): void {
  if (context.options.expressions === undefined) return;
  for (const { definition, place } of context.resources) {
    const security = definition['x-security'];
    const at = place.below('x-security');
    const checkReadRule = readRuleCheck(context, definition);
    if (typeof security === 'string') {
      checkExpression(context, at, security);
      checkReadRule(at, security);
    }
    for (const [key, rule] of Object.entries(typeof security === 'object' ? security : {})) {
      if (key !== 'message') checkExpression(context, at.below(key), String(rule));
      if (key === 'collection' || key === 'read') checkReadRule(at.below(key), String(rule));
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
  const fault = context.options.expressions?.fault(text);
  if (fault === undefined) return;
  place.report(`The expression can't be read: ${fault}`, 'Correct it; nothing is evaluated as code.');
}

/** Rules about reading are asked of the database for whole lists (contract decision 66). */
function readRuleCheck(
  context: CheckContext,
  definition: ResourceDefinition,
): (place: Place, rule: string) => void {
  const members = new Map([
    ...platformMembers(definition).map((field) => [field.name, field] as const),
    ...context.fieldsOf(definition.title),
  ]);
  return (place, rule) => {
    const fault = context.options.expressions?.rowFault(rule, (name) => kindOf(members.get(name)));
    if (fault === undefined) return;
    place.report(
      `Lists apply this rule in SQL, which cannot be done: ${fault.message}.`,
      `Rewrite it: ${fault.hint}.`,
    );
  };
}

/** The place where a member is stored; undefined for none, which reads as null. */
function kindOf(field: FieldDescriptor | undefined): MemberKind | undefined {
  if (field?.kind === 'scalar') return field.type;
  return field?.kind === 'to-one' ? 'record' : field && 'unstored';
}
