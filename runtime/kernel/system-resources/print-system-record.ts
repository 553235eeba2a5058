import type { Actor } from '../contract/context.js';
import type { JsonObject, JsonValue } from '../contract/json.js';
import type { ExpressionGuard } from '../serializer/field-access.js';
import type { SystemResource } from './define-system-resource.js';
import type { SystemMembers } from './system-members.js';

/** Prints a record with its computed members, which are absent if they have no value. */
export type PrintSystemRecord<Stored> = (record: Stored, actor: Actor, computed?: JsonObject) => JsonObject;

export function createPrintSystemRecord<Stored extends { readonly id: string }>(
  { name, path, hasNoIri, members }: SystemResource<SystemMembers>,
  { prefix, guard }: { readonly prefix: string; readonly guard: ExpressionGuard },
): PrintSystemRecord<Stored> {
  return (record, actor, computed = {}) => {
    const values: Readonly<Record<string, unknown>> = record;
    const document: Record<string, JsonValue> = {
      ...(hasNoIri === true ? {} : { '@id': `${prefix}${path}/${record.id}` }),
      '@type': name,
      ...(hasNoIri === true && actor.user === null ? {} : { id: record.id }),
    };
    for (const [member, description] of Object.entries(members)) {
      if (description.kind === 'computed') {
        const value = computed[member];
        if (value !== undefined) document[member] = value;
        continue;
      }
      const { omitted, readIf } = description;
      const value = values[member] ?? null;
      if (omitted === 'always' || (omitted === 'null' && value === null)) continue;
      if (readIf !== undefined && !guard(readIf, actor)) continue;
      document[member] = value === null ? null : description.print(value, prefix);
    }
    return document;
  };
}
