import type { StoredRecord } from '../../kernel/contract/records/record.js';
import type { WriteScope } from '../../kernel/contract/records/writes.js';
import type { Kernel } from '../../kernel/kernel.js';
import { createLockRecords } from '../../kernel/records/lock-records.js';
import { isReference, referencesIn } from '../../kernel/records/references.js';
import { stampOf } from '../../kernel/records/stored-members.js';
import { versionOf } from '../../kernel/unit-of-work/record-state.js';
import type { FindRefused, StateWrite } from '../../kernel/writes/refused-states.js';
import { groupBy } from '../../kernel/util/group-by.js';
import type { CleanValues } from '../html/public-api.js';
import type { Cascade } from '../placement/public-api.js';
import type { Publication } from '../publishing/public-api.js';
import { type ConflictOfUndo, historyErrors } from './errors.js';
import { createStripDeleted, findReferenced, type IsThere } from './deleted-references.js';
import type { Conflict, PreviousRecords } from './previous-records.js';
import { createWithFiles, type PreviousFilesDeps } from './files/previous-files.js';
import { createFreeValues } from './free-values.js';
import { insertRemoved } from './insert-removed.js';
import type { Values } from './stored-state.js';

export interface PutBackDeps
  extends Pick<Kernel, 'registry' | 'reader' | 'writer' | 'iris'>, PreviousFilesDeps {
  readonly cascade: Pick<Cascade, 'removeOnly'>;
  readonly publication: Pick<Publication, 'maySeeDrafts'>;
  /** Cleans previous values before they are stored, because restored rows bypass the write rules. */
  readonly clean: CleanValues;
}

export interface PutBackOptions {
  /** Omits references to records that were deleted since, where they are optional. Otherwise they are conflicts. */
  readonly isLenient?: boolean;
}

/**
 * Restores rows with their ids: deleted records exist again, changed ones get their previous values, and created ones
 * are deleted without cascading. The caller holds the locks. Returns members, as `TYPE.member`, that stay unchanged
 * because their files or referenced records no longer exist.
 * @throws AppError 409 if another record requires one to be deleted or holds a required unique value, or if a reference
 * has no target
 */
export interface PutBack {
  (previous: PreviousRecords, scope: WriteScope, options?: PutBackOptions): Promise<readonly string[]>;
  /** @throws AppError 409 if there are any */
  assertNone(conflicts: readonly Conflict[]): void;
  /**
   * Authorizes the restore by the rules for PATCH, POST and DELETE of its records.
   * @throws AppError 409 with the records that the caller may not write
   */
  assertAllowed(previous: PreviousRecords, scope: WriteScope, findRefused: FindRefused): Promise<void>;
}

export function createPutBack(deps: PutBackDeps): PutBack {
  const { cascade, clean, ...kernel } = deps;
  const { registry, writer, iris } = kernel;
  const locks = createLockRecords(kernel);
  const freeValues = createFreeValues(kernel);
  const withFiles = createWithFiles(kernel);

  async function putBack(
    requested: PreviousRecords,
    scope: WriteScope,
    { isLenient = false }: PutBackOptions = {},
  ): Promise<readonly string[]> {
    const { previous: found, leftOut } = await withFiles(cleanStates(requested, clean), scope.session);
    const { previous, members } = isLenient
      ? await withoutDeletedReferences(found, scope)
      : { previous: found, members: [] };
    const { removed, changed, created } = previous;
    assertNone(await missingTargets(previous, scope));
    const freed = await freeValues(previous, scope);
    assertNone(freed.conflicts);
    await insertRemoved(removed, scope, kernel);
    for (const { record, values } of changed) {
      const before = freed.records.get(record.id) ?? record;
      const stamp = stampOf(registry.require(record.type), scope.context.now);
      const after = { ...before, values: { ...before.values, ...values, ...stamp } };
      await writer.update(scope, { before, after });
    }
    const holders = await cascade.removeOnly(created, scope);
    assertNone(holders.map(({ type, id }) => ({ type, id, members: [] })));
    const own = [...removed, ...changed.map(({ record }) => record), ...created].map(({ id }) => id);
    assertNone(alsoChanged(scope, new Set(own)));
    return [...leftOut, ...members];
  }

  async function withoutDeletedReferences(
    { removed, changed, created }: PreviousRecords,
    { session }: WriteScope,
  ): Promise<{ readonly previous: PreviousRecords; readonly members: readonly string[] }> {
    const back = new Set(removed.map(({ id }) => id));
    const values = [...removed.map((record) => record.values), ...changed.map((one) => one.values)];
    const isStored = await findReferenced(values, session, { registry, load: locks.lockAndLoad });
    const isThere: IsThere = (reference) => back.has(reference.id) || isStored(reference);
    const strip = createStripDeleted(registry, isThere);
    return {
      previous: {
        removed: removed.map((one) => ({ ...one, values: strip.removed(one.type, one.values) })),
        changed: changed.map(({ record, values: was }) => ({
          record,
          values: strip.changed(record.type, was),
        })),
        created,
      },
      members: [...strip.members],
    };
  }

  /** Finds the deleted records that the restored states reference. */
  async function missingTargets(
    { removed, changed }: PreviousRecords,
    { session }: WriteScope,
  ): Promise<readonly Conflict[]> {
    const back = new Set(removed.map(({ id }) => id));
    const values = [...removed.map((record) => record.values), ...changed.map((one) => one.values)];
    const named = values
      .flatMap((each) => Object.values(each).flatMap(referencesIn))
      .filter(({ id, type }) => !back.has(id) && registry.get(type) !== undefined);
    const found = new Set((await locks.lockAndLoad(session, named)).map(({ id }) => id));
    const missing = new Map(named.filter(({ id }) => !found.has(id)).map(({ type, id }) => [id, type]));
    return [...missing].map(([id, type]) => ({ type, id, members: [] }));
  }

  async function assertAllowed(
    { removed, changed, created }: PreviousRecords,
    scope: WriteScope,
    findRefused: FindRefused,
  ): Promise<void> {
    const writes: readonly StateWrite[] = [
      ...removed.map((record) => ({ operation: 'create' as const, record, values: record.values })),
      ...changed.map((one) => ({ operation: 'update' as const, ...one })),
      ...created.map((record) => ({ operation: 'delete' as const, record, values: {} })),
    ];
    const { now, actor } = scope.context;
    // A deleted draft has no row for the access rules.
    const drafts = removed.filter((record) => {
      const isDraft = versionOf(record, { registry, now }) === 'draft';
      return isDraft && !deps.publication.maySeeDrafts(registry.require(record.type), actor);
    });
    const refused = await findRefused(writes, scope);
    const conflicts = merged([...refused, ...drafts.map(({ type, id }) => ({ type, id, members: [] }))]);
    if (conflicts.length > 0) throw historyErrors.notAllowed(conflicts);
  }

  function assertNone(conflicts: readonly Conflict[]): void {
    if (conflicts.length > 0) throw historyErrors.changedSince(merged(conflicts));
  }

  /** Merges the conflicts into one entry per record. */
  function merged(conflicts: readonly Conflict[]): readonly ConflictOfUndo[] {
    const ofRecords = [...groupBy(conflicts, ({ id }) => id).values()].flatMap(([first, ...others]) =>
      first === undefined ? [] : { ...first, members: [first, ...others].flatMap(({ members }) => members) },
    );
    return ofRecords.map(({ type, id, members }) => ({
      iri: iris.item(registry.require(type), id),
      members: [...new Set(members)],
    }));
  }

  return Object.assign(putBack, { assertNone, assertAllowed });
}

/** Cleans previous values, except those that the record still has. */
function cleanStates({ removed, changed, created }: PreviousRecords, clean: CleanValues): PreviousRecords {
  const cleanChange = (record: StoredRecord, values: Values): Values => {
    const same = Object.entries(values).filter(([name, value]) => value === record.values[name]);
    return { ...clean(record.type, values), ...Object.fromEntries(same) };
  };
  return {
    removed: removed.map((record) => ({ ...record, values: clean(record.type, record.values) })),
    changed: changed.map(({ record, values }) => ({ record, values: cleanChange(record, values) })),
    created,
  };
}

/** Returns other records that would lose a reference. */
function alsoChanged({ changes }: WriteScope, own: ReadonlySet<string>): readonly Conflict[] {
  return changes.changes.flatMap((change): readonly Conflict[] => {
    const { type, id } = change.kind === 'deleted' ? change.before : change.after;
    if (own.has(id) || change.kind === 'created') return [];
    if (change.kind === 'deleted') return [{ type, id, members: [] }];
    const lost = change.fields.filter((name) => isReference(change.before.values[name]));
    return lost.length === 0 ? [] : [{ type, id, members: lost }];
  });
}
