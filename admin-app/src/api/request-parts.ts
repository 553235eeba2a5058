import { isSame } from './is-same.js';
import type { AdminMember, AdminType } from './model.js';
import { writableMembers, type Values } from './records.js';

export interface RequestParts {
  /** Changed members with their complete new values. */
  readonly body: Values;
  readonly files: Values;
}

/** Returns the changed members of a form. Files are separate, because they are uploaded unchanged. */
export function requestPartsOf(type: AdminType, data: Values, before: Values): RequestParts {
  const isNew = before['@id'] === undefined;
  const body: Record<string, unknown> = {};
  const files: Record<string, unknown> = {};
  for (const member of writableMembers(type, isNew)) {
    const { name } = member;
    const value = sentValue(member, data[name]);
    if (value instanceof Blob) files[name] = value;
    else if (!isSame(value, startOf(member, before, isNew))) body[name] = value;
  }
  return { body, files };
}

/** Returns the initial value of a member. For new records, the service sets defaults. */
function startOf({ name, schema }: AdminMember, before: Values, isNew: boolean): unknown {
  return isNew && schema.default !== undefined && schema.default !== null ? SAYS_NOTHING : before[name];
}

/** Initial value that only equals an empty object. */
const SAYS_NOTHING: Values = {};

/** Removes the nulls that inputs of objects leave for empty fields. An object without other values becomes null. */
function sentValue({ kind, nullable }: AdminMember, value: unknown): unknown {
  if (kind !== 'object' || !isObject(value)) return value;
  const filled = withoutNulls(value);
  return nullable && Object.keys(filled).length === 0 ? null : filled;
}

function withoutNulls(object: Values): Values {
  const entries = Object.entries(object)
    .map(([name, value]): [string, unknown] => [name, isObject(value) ? withoutNulls(value) : value])
    .filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(entries);
}

/**
 * Converts changed members to a merge patch. Within existing objects it contains only differences, and null for removed
 * members.
 */
export function mergePatchOf(body: Values, before: Values): Values {
  const entries = Object.entries(body).map(([name, value]): [string, unknown] => {
    const known = before[name];
    return [name, isObject(value) && isObject(known) ? differenceOf(value, known) : value];
  });
  return Object.fromEntries(entries);
}

function differenceOf(object: Values, before: Values): Values {
  const names = [...new Set([...Object.keys(before), ...Object.keys(object)])];
  const differing = names.filter((name) => !isSame(object[name], before[name]));
  const changed = Object.fromEntries(differing.map((name) => [name, object[name] ?? null]));
  return mergePatchOf(changed, before);
}

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Blob);
