import type { ResourceDefinition } from '../definition.js';
import { pointerOf } from '../pointer.js';
import type { CheckContext, SchemaFile } from '../schema-set.js';
import { memberKind } from './member-kind.js';

/** Rules about reading are asked of the database for whole lists (contract decision 66). */
export function checkReadRules(context: CheckContext): void {
  for (const file of context.resources) {
    const security = file.definition['x-security'];
    if (typeof security === 'string') checkRule(context, file, pointerOf('x-security'), security);
    if (typeof security !== 'object') continue;
    for (const operation of ['collection', 'read'] as const) {
      const rule = security[operation];
      if (rule !== undefined) checkRule(context, file, pointerOf('x-security', operation), rule);
    }
  }
}

function checkRule(
  context: CheckContext,
  file: SchemaFile<ResourceDefinition>,
  pointer: string,
  rule: string,
): void {
  const kindOf = (name: string) => memberKind(context, file, name);
  const fault = context.options.expressions?.rowFault(rule, kindOf);
  if (fault === undefined) return;
  context.report(
    file.source,
    pointer,
    `Lists apply this rule in SQL, which cannot be done: ${fault.message}.`,
    `Rewrite it: ${fault.hint}.`,
  );
}
