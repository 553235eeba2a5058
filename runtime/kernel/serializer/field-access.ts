import type { Actor, RequestContext } from '../contract/context.js';
import type { Representation } from '../contract/records/operations.js';
import type { StoredRecord } from '../contract/records/record.js';
import type { FieldDescriptor, CompleteDescriptor } from '../contract/schema/resource.js';
import { textDependsOnObject } from '../expression/depends-on-object.js';

/** Returns whether a caller satisfies a security expression. */
export type ExpressionGuard = (source: string, actor: Actor, object?: unknown) => boolean;

export interface FieldAccess {
  canRead(field: FieldDescriptor): (context: RequestContext, representation: Representation) => boolean;
  /** `record` is null on create. */
  canWrite(field: FieldDescriptor): (context: RequestContext, record: StoredRecord | null) => boolean;
  /**
   * Returns whether a caller may read the field on every record, so that lists may be searched and ordered by
   * it.
   */
  canReadAll(field: FieldDescriptor): (actor: Actor) => boolean;
}

/** Returns the view of a record for expressions. */
export function expressionObject(
  { expressionObject: make }: CompleteDescriptor,
  record: StoredRecord,
): Readonly<Record<string, unknown>> {
  return make === undefined ? record.values : make(record);
}

const ALWAYS = (): boolean => true;
const NEVER = (): boolean => false;

/** Decides who may read and write a field, by groups and expressions (components.md section 11.2). */
export function createFieldAccess(resource: CompleteDescriptor, guard: ExpressionGuard): FieldAccess {
  return {
    canRead(field) {
      const { readIf, readGroups } = field;
      if (readIf === undefined && readGroups === undefined) return ALWAYS;
      return ({ actor }, { record }) =>
        holdsGroup({ groups: readGroups, direction: 'read' }, resource, actor) &&
        (readIf === undefined || guard(readIf, actor, expressionObject(resource, record)));
    },
    canWrite(field) {
      const { writeIf, writeGroups } = field;
      if (writeIf === undefined && writeGroups === undefined) return ALWAYS;
      return ({ actor }, record) =>
        holdsGroup({ groups: writeGroups, direction: 'write' }, resource, actor) &&
        (writeIf === undefined || guard(writeIf, actor, record && expressionObject(resource, record)));
    },
    canReadAll({ readable, readIf, readGroups }) {
      if (!readable || (readIf !== undefined && textDependsOnObject(readIf))) return NEVER;
      if (readIf === undefined && readGroups === undefined) return ALWAYS;
      return (actor) =>
        holdsGroup({ groups: readGroups, direction: 'read' }, resource, actor) &&
        (readIf === undefined || guard(readIf, actor));
    },
  };
}

/**
 * Returns whether a caller has one of a field's groups. Every caller has `<Type>:cwa_resource:read` and the
 * type's extra groups. Each role of a signed-in caller adds two
 * kinds of groups: the default group with the role in lower case appended, and those that the type assigns. A field without groups is in the default group.
 */
function holdsGroup(
  {
    groups,
    direction,
  }: { readonly groups: readonly string[] | undefined; readonly direction: 'read' | 'write' },
  resource: CompleteDescriptor,
  actor: Actor,
): boolean {
  if (groups === undefined) return true;
  const base = `${resource.name}:cwa_resource:${direction}`;
  const extra = direction === 'read' ? resource.readGroups : resource.writeGroups;
  const ofRoles = resource.roleGroups?.filter(({ role }) => actor.roles.has(role)) ?? [];
  return groups.some((group) => {
    if (group === base || extra.includes(group)) return true;
    if (ofRoles.some((held) => held.groups.includes(group))) return true;
    if (!group.startsWith(`${base}:`)) return false;
    const role = group.slice(base.length + 1);
    return [...actor.roles].some((held) => held.toLowerCase() === role);
  });
}
