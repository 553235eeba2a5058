import type { Actor, RequestContext } from '../../../kernel/contract/context.js';
import type { FieldDescriptor } from '../../../kernel/contract/schema/resource.js';
import { readsObject, textDependsOnObject } from '../../../kernel/expression/depends-on-object.js';
import { parseExpression } from '../../../kernel/expression/parse-expression.js';
import type { RegisteredResource } from '../../../kernel/metadata/resource-registry.js';
import { createFieldAccess, type ExpressionGuard } from '../../../kernel/serializer/field-access.js';

/**
 * Access of a caller to a member, as far as it can be decided without a record. Rules that depend on a record are not
 * applied here.
 */
export interface MemberAccess {
  mayRead(context: RequestContext): boolean;
  /** Returns whether the caller can send the member on create and on update. */
  mayWrite(context: RequestContext): { readonly create: boolean; readonly update: boolean };
}

const NOWHERE = { create: false, update: false };

export function memberAccess(
  field: FieldDescriptor,
  resource: RegisteredResource,
  guard: ExpressionGuard,
): MemberAccess {
  const access = createFieldAccess(resource, guard);
  const { readIf, writeIf, ...free } = field;
  const reads = access.canReadAll(
    readIf === undefined || textDependsOnObject(readIf) ? free : { ...free, readIf },
  );
  const holdsGroup = access.canWrite(free);
  const isFree = writeIf === undefined || readsObject(parseExpression(writeIf));
  const passes = (actor: Actor, object: object | null): boolean => isFree || guard(writeIf, actor, object);
  return {
    mayRead: ({ actor }) => reads(actor),
    mayWrite: (context) =>
      field.writable && holdsGroup(context, null)
        ? { create: passes(context.actor, null), update: passes(context.actor, {}) }
        : NOWHERE,
  };
}
