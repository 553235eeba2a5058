import type { JsonObject } from '../contract/json.js';
import type { ItemVoter, ReadScope } from '../contract/records/operations.js';
import type { Reference, StoredRecord } from '../contract/records/record.js';
import type { FieldDescriptor } from '../contract/schema/resource.js';
import type { WriteScope } from '../contract/records/writes.js';
import { AppError } from '../errors/app-error.js';
import type { Prepared, PreparedResource } from '../prepared-resource.js';
import { parametersOf, textsOf, visibilityConditions } from '../reads/conditions.js';
import { byType, idLists } from '../records/id-lists.js';
import { isSameValue } from '../records/record-diff.js';
import { referencesIn, referenceTo } from '../records/references.js';
import { isStored } from '../records/stored-members.js';
import { defaults, isWritable } from './pending-write.js';
import type { ReferenceGuard } from './reference-resolver.js';

/** A write or deletion of a whole row, without a body. */
export interface StateWrite {
  readonly operation: 'create' | 'update' | 'delete';
  /** The stored record; a new one as it will be stored. */
  readonly record: StoredRecord;
  /** Values to store by field; empty for a deletion. */
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * A record that the caller may not write, and the fields that are the reason; empty if it is the record
 * itself.
 */
export interface RefusedState extends Pick<StoredRecord, 'type' | 'id'> {
  readonly members: readonly string[];
}

/**
 * Finds row writes that the caller could not make by POST, PATCH or DELETE. Reasons are a voter, a read-only
 * field, or a reference to a record the caller may not reference. Validation is not included.
 */
export type FindRefused = (
  writes: readonly StateWrite[],
  scope: WriteScope,
) => Promise<readonly RefusedState[]>;

export interface FindRefusedDeps {
  readonly prepared: Prepared;
  readonly guards: readonly ReferenceGuard[];
}

export function createFindRefused({ prepared, guards }: FindRefusedDeps): FindRefused {
  async function isNameable(reference: Reference, { context, session }: WriteScope): Promise<boolean> {
    for (const guard of guards) if (!(await guard(reference, context, session))) return false;
    return true;
  }

  async function isGranted(
    { operation, record }: StateWrite,
    { voters, resource }: PreparedResource,
    scope: WriteScope,
  ): Promise<boolean> {
    const isRequested = (voter: ItemVoter): Promise<void> | void =>
      operation === 'create'
        ? voter.assertMayCreate?.(resource, scope.context)
        : voter.assertGranted(record, operation, scope);
    try {
      for (const voter of voters) await isRequested(voter);
      return true;
    } catch (error) {
      if (error instanceof AppError && error.status < 500) return false;
      throw error;
    }
  }

  /**
   * Returns fields with new references that the caller may not make, except to records stored by the same
   * unit.
   */
  async function badReferences(
    { record, values, operation }: StateWrite,
    { resource }: PreparedResource,
    { own, scope }: { readonly own: ReadonlySet<string>; readonly scope: WriteScope },
  ): Promise<readonly string[]> {
    const refused: string[] = [];
    for (const field of resource.fields) {
      if (!field.writable || !isStored(field) || !Object.hasOwn(values, field.name)) continue;
      const before = operation === 'create' ? [] : referencesIn(record.values[field.name]);
      const known = new Set(before.map(({ id }) => id));
      const added = referencesIn(values[field.name]).filter(({ id }) => !known.has(id) && !own.has(id));
      for (const reference of added)
        if (!(await isNameable(reference, scope))) {
          refused.push(field.name);
          break;
        }
    }
    return refused;
  }

  return async (writes, scope) => {
    const refused: RefusedState[] = [];
    const own = new Set(writes.map(({ record }) => record.id));
    for (const [type, ofType] of byType(writes.map((write) => ({ ...write, type: write.record.type })))) {
      const parts = prepared({ name: type });
      const stored = ofType.filter(({ operation }) => operation !== 'create');
      const shown = await visibleAmong(
        stored.map(({ record }) => record.id),
        parts,
        scope,
      );
      for (const write of ofType) {
        const { record, operation } = write;
        const isKnown =
          operation === 'create' || (shown.has(record.id) && (await isNameable(referenceTo(record), scope)));
        if (!isKnown || !(await isGranted(write, parts, scope))) {
          refused.push({ type, id: record.id, members: [] });
          continue;
        }
        const members = [
          ...unwritable(write, parts, scope),
          ...(await badReferences(write, parts, { own, scope })),
        ];
        if (members.length > 0) refused.push({ type, id: record.id, members });
      }
    }
    return refused;
  };
}

/** Returns the ids of records that no filter hides from the caller. */
async function visibleAmong(
  ids: readonly string[],
  parts: PreparedResource,
  { session, context }: ReadScope,
): Promise<ReadonlySet<string>> {
  const conditions = visibilityConditions(parts, 'item', context);
  if (conditions.length === 0 || ids.length === 0) return new Set(ids);
  const statement = parts.statements.where(
    session.dialect.anyOf('t.id', 'ids', 'uuid'),
    ...textsOf(conditions),
  );
  const shown = new Set<string>();
  for (const some of idLists(ids))
    for (const { id } of await statement.all(session, { ...parametersOf(conditions), ids: some }))
      shown.add(id);
  return shown;
}

/** Returns changed fields that a body of this caller could not set. */
function unwritable(
  { operation, record, values }: StateWrite,
  { resource, access, rules }: PreparedResource,
  { context }: WriteScope,
): readonly string[] {
  const before = operation === 'create' ? null : record;
  const initial = before?.values ?? defaults(resource.fields, context);
  const isChanged = (field: FieldDescriptor): boolean =>
    field.writable &&
    isStored(field) &&
    Object.hasOwn(values, field.name) &&
    !isSameValue(field, initial[field.name], values[field.name]);
  const changed = resource.fields.filter(isChanged);
  const body: JsonObject = Object.fromEntries(changed.map(({ name }) => [name, null]));
  const admitted = rules.reduce((left, rule) => rule.admit?.(resource, left, context) ?? left, body);
  return changed
    .filter(
      (field) => !Object.hasOwn(admitted, field.name) || !isWritable(field, { context, before, access }),
    )
    .map(({ name }) => name);
}
