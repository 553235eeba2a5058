import type { JsonValue } from '../../kernel/contract/json.js';
import type { FieldDescriptor } from '../../kernel/contract/schema/resource.js';
import type { OperationResource } from '../../kernel/contract/records/operations.js';
import type { ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import { isReference } from '../../kernel/records/references.js';
import { presentMember, withPresentTypes } from './previous-names.js';

/** Values of a record by member name. */
export type Values = Readonly<Record<string, unknown>>;

/** Serializes the members of a record as JSON, except write-only ones: secrets are stored only in their column. */
export function encodeState({ fields }: Pick<OperationResource, 'fields'>, values: Values): string {
  const kept: Record<string, unknown> = {};
  for (const field of fields)
    if (!isSecret(field) && values[field.name] !== undefined) kept[field.name] = values[field.name];
  // Dates become strings, and references are plain objects.
  return JSON.stringify(kept);
}

const isSecret = ({ kind, readable, writable }: FieldDescriptor): boolean =>
  kind === 'scalar' && !readable && writable;

/** A recorded state, decoded with the current type. */
export interface DecodedState {
  readonly values: Values;
  /** Names of members that the type no longer has, or has in an incompatible form. */
  readonly unknown: readonly string[];
}

export function decodeState(registry: ResourceRegistry, type: string, text: string): DecodedState {
  const resource = registry.require(type);
  const values: Record<string, unknown> = {};
  const unknown: string[] = [];
  const recorded = JSON.parse(text) as Record<string, JsonValue>;
  for (const [name, stored] of Object.entries(recorded)) {
    const field = presentMember(resource, name, (other) => Object.hasOwn(recorded, other));
    const value = isJson(field) ? stored : withPresentTypes(registry, stored);
    if (field !== undefined && hasForm(field, value)) values[field.name] = decoded(field, value);
    else unknown.push(name);
  }
  return { values, unknown };
}

const isJson = (field: FieldDescriptor | undefined): boolean =>
  field?.kind === 'scalar' && field.type === 'json';

/** Returns whether a value fits a member, because the type may have changed since. */
function hasForm(field: FieldDescriptor, value: JsonValue): boolean {
  switch (field.kind) {
    case 'to-one':
    case 'inverse-one':
      return value === null || isReference(value);
    case 'to-many':
      return Array.isArray(value) && value.every(isReference);
    case 'upload':
      return value === null || typeof value === 'string';
    case 'scalar':
      if (value === null || field.type === 'json') return true;
      if (field.type === 'boolean') return typeof value === 'boolean';
      if (field.type === 'integer' || field.type === 'float') return typeof value === 'number';
      return typeof value === 'string';
    case 'computed':
      return false;
  }
}

function decoded(field: FieldDescriptor, value: JsonValue): unknown {
  const isMoment = field.kind === 'scalar' && field.type === 'datetime' && typeof value === 'string';
  return isMoment ? new Date(value) : value;
}
