import type { Place } from '../place.js';
import type { CheckContext } from '../schema-set.js';
import { memberKind } from './member-kind.js';

/** Rules about reading are asked of the database for whole lists (contract decision 66). */
export function checkReadRules(context: CheckContext): void {
  for (const file of context.resources) {
    const checkRule = (place: Place, rule: string): void => {
      const kindOf = (name: string) => memberKind(context, file, name);
      const fault = context.options.expressions?.rowFault(rule, kindOf);
      if (fault === undefined) return;
      place.report(
        `Lists apply this rule in SQL, which cannot be done: ${fault.message}.`,
        `Rewrite it: ${fault.hint}.`,
      );
    };
    const place = file.place.below('x-security');
    const security = file.definition['x-security'];
    if (typeof security === 'string') checkRule(place, security);
    if (typeof security !== 'object') continue;
    for (const operation of ['collection', 'read'] as const) {
      const rule = security[operation];
      if (rule !== undefined) checkRule(place.below(operation), rule);
    }
  }
}
