import type { JsonObject, JsonValue } from '../../kernel/contract/json.js';
import type { StoredRecord } from '../../kernel/contract/records/record.js';
import type { FieldDescriptor } from '../../kernel/contract/schema/resource.js';
import { isPublishable } from '../../kernel/metadata/publication-state.js';
import type { IriConverter } from '../../kernel/metadata/iri-converter.js';
import type { RegisteredResource } from '../../kernel/metadata/resource-registry.js';
import { isReference } from '../../kernel/records/references.js';
import { isSameValue } from '../../kernel/records/record-diff.js';
import { isStored } from '../../kernel/records/stored-members.js';
import { type IsThere, withoutDeleted } from './deleted-references.js';
import type { DecodedState } from './stored-state.js';

/** A request body that restores a previous state. */
export interface RestoredBody {
  readonly body: JsonObject;
  /**
   * Members that stay unchanged or are restored in part. The type no longer has them in this form, their file was
   * deleted, the caller may not write them, or a referenced record was deleted.
   */
  readonly leftOut: readonly string[];
}

/**
 * Returns the differences to a previous state as a PATCH body. The publication date is excluded, so the restored state
 * becomes a draft like any change.
 */
export function restoredBody(
  resource: RegisteredResource,
  { previous, record, iris, isThere, mayWrite, mayKnow }: Restored,
): RestoredBody {
  const differing = resource.fields.filter(
    (field) =>
      Object.hasOwn(previous.values, field.name) &&
      !isSameValue(field, previous.values[field.name], record.values[field.name]),
  );
  const date = isPublishable(resource) ? resource.publishable.field : undefined;
  const isSent = (field: FieldDescriptor): boolean =>
    field.writable && isStored(field) && field.kind !== 'upload' && field.name !== date;
  const restorable = differing.filter(isSent);
  const members = restorable
    .filter(mayWrite)
    .map(({ name }) => ({ name, ...withoutDeleted(previous.values[name], isThere) }));
  const isLeftOut = (field: FieldDescriptor): boolean =>
    field.kind === 'upload' || (restorable.includes(field) && !mayWrite(field) && mayKnow(field));
  return {
    body: Object.fromEntries(
      members.flatMap(({ name, value }) => (value === undefined ? [] : [[name, sent(value, iris)]])),
    ),
    leftOut: [
      ...previous.unknown,
      ...differing.filter(isLeftOut).map(({ name }) => name),
      ...members.flatMap(({ name, isWhole }) => (isWhole ? [] : [name])),
    ],
  };
}

interface Restored {
  readonly previous: DecodedState;
  /** The current record. */
  readonly record: StoredRecord;
  readonly iris: Pick<IriConverter, 'of'>;
  readonly mayWrite: (field: FieldDescriptor) => boolean;
  /** Returns whether the caller may know that a member differs. */
  readonly mayKnow: (field: FieldDescriptor) => boolean;
  /** Returns whether a referenced record still exists. */
  readonly isThere: IsThere;
}

function sent(value: unknown, iris: Pick<IriConverter, 'of'>): JsonValue {
  if (value instanceof Date) return value.toISOString();
  if (isReference(value)) return iris.of(value);
  if (Array.isArray(value)) return value.map((entry: unknown) => sent(entry, iris));
  return value as JsonValue; // decoded scalars are JSON values
}
