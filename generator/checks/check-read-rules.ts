import type { FieldDescriptor } from 'cms-api-components/internal/kernel/contract/schema/resource.js';
import type { MemberKind } from '../options.js';
import type { Place } from '../schema/place.js';
import type { CheckContext } from '../schema/schema-set.js';
import { platformMembers } from './owners.js';

/** Checks that databases can evaluate read rules for whole lists (contract decision 66). */
export function checkReadRules(context: CheckContext): void {
  for (const { definition, place } of context.resources) {
    const members = new Map([
      ...platformMembers(definition).map((field) => [field.name, field] as const),
      ...context.fieldsOf(definition.title),
    ]);
    const checkRule = (at: Place, rule: string): void => {
      const fault = context.options.expressions?.rowFault(rule, (name) => kindOf(members.get(name)));
      if (fault === undefined) return;
      at.report(
        `Lists evaluate this rule in SQL, which is not possible: ${fault.message}.`,
        `Rewrite it: ${fault.hint}.`,
      );
    };
    const { 'x-security': security = {} } = definition;
    const at = place.below('x-security');
    if (typeof security === 'string') checkRule(at, security);
    else
      for (const operation of ['collection', 'read'] as const)
        if (security[operation] !== undefined) checkRule(at.below(operation), security[operation]);
  }
}

/** Returns the storage of a member, or undefined for an unknown one, which reads as null. */
function kindOf(field: FieldDescriptor | undefined): MemberKind | undefined {
  if (field?.kind === 'scalar') return field.type;
  return field?.kind === 'to-one' ? 'record' : field && 'unstored';
}
