import type { Actor, RequestContext } from '../../../kernel/contract/context.js';
import type { FieldDescriptor } from '../../../kernel/contract/schema/resource.js';
import { readsObject, textDependsOnObject } from '../../../kernel/expression/depends-on-object.js';
import { parseExpression } from '../../../kernel/expression/parse-expression.js';
import type { RegisteredResource } from '../../../kernel/metadata/resource-registry.js';
import { createFieldAccess, type ExpressionGate } from '../../../kernel/serializer/field-access.js';

/** What callers may do with a member, by all that can be said without a record: what depends on one is not refused here. */
export interface MemberAccess {
  mayRead(context: RequestContext): boolean;
  /** Whether the caller may send it with a new record, and with one that is there. */
  mayWrite(context: RequestContext): { readonly create: boolean; readonly update: boolean };
}

const NOWHERE = { create: false, update: false };

export function memberAccess(
  field: FieldDescriptor,
  resource: RegisteredResource,
  gate: ExpressionGate,
): MemberAccess {
  const access = createFieldAccess(resource, gate);
  const { readIf, writeIf, ...free } = field;
  const reads = access.canReadAll(
    readIf === undefined || textDependsOnObject(readIf) ? free : { ...free, readIf },
  );
  const holdsGroup = access.canWrite(free);
  const isFree = writeIf === undefined || readsObject(parseExpression(writeIf));
  const passes = (actor: Actor, object: object | null): boolean => isFree || gate(writeIf, actor, object);
  return {
    mayRead: ({ actor }) => reads(actor),
    mayWrite: (context) =>
      field.writable && holdsGroup(context, null)
        ? { create: passes(context.actor, null), update: passes(context.actor, {}) }
        : NOWHERE,
  };
}
