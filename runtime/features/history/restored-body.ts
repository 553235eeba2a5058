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

/** What a caller sends to make a record as it was. */
export interface RestoredBody {
  readonly body: JsonObject;
  /**
   * Members that stay as they are, or come back in part: the type has them no more or in another form, their file is not kept, the
   * caller may not write them, or a record that they name was deleted.
   */
  readonly leftOut: readonly string[];
}

/**
 * The members in which a record differs from a former state, as a body of PATCH. The date of publication is none of them: what
 * is restored becomes a draft as any change does.
 */
export function restoredBody(
  resource: RegisteredResource,
  { former, record, iris, isThere, mayWrite, mayKnow }: Restored,
): RestoredBody {
  const differing = resource.fields.filter(
    (field) =>
      Object.hasOwn(former.values, field.name) &&
      !isSameValue(field, former.values[field.name], record.values[field.name]),
  );
  const date = isPublishable(resource) ? resource.publishable.field : undefined;
  const isSent = (field: FieldDescriptor): boolean =>
    field.writable && isStored(field) && field.kind !== 'upload' && field.name !== date;
  const restorable = differing.filter(isSent);
  const members = restorable
    .filter(mayWrite)
    .map(({ name }) => ({ name, ...withoutDeleted(former.values[name], isThere) }));
  const isLeftOut = (field: FieldDescriptor): boolean =>
    field.kind === 'upload' || (restorable.includes(field) && !mayWrite(field) && mayKnow(field));
  return {
    body: Object.fromEntries(
      members.flatMap(({ name, value }) => (value === undefined ? [] : [[name, sent(value, iris)]])),
    ),
    leftOut: [
      ...former.unknown,
      ...differing.filter(isLeftOut).map(({ name }) => name),
      ...members.flatMap(({ name, isWhole }) => (isWhole ? [] : [name])),
    ],
  };
}

interface Restored {
  readonly former: DecodedState;
  /** The record as it is now. */
  readonly record: StoredRecord;
  readonly iris: Pick<IriConverter, 'of'>;
  readonly mayWrite: (field: FieldDescriptor) => boolean;
  /** Whether the caller may be told that a member differs. */
  readonly mayKnow: (field: FieldDescriptor) => boolean;
  /** Whether a record that the former state names is still there. */
  readonly isThere: IsThere;
}

function sent(value: unknown, iris: Pick<IriConverter, 'of'>): JsonValue {
  if (value instanceof Date) return value.toISOString();
  if (isReference(value)) return iris.of(value);
  if (Array.isArray(value)) return value.map((entry: unknown) => sent(entry, iris));
  return value as JsonValue; // decoded scalars are JSON values
}
