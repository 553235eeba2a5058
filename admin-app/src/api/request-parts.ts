import { isSame } from './is-same.js';
import type { AdminMember, AdminType } from './model.js';
import { writableMembers, type Values } from './records.js';

export interface RequestParts {
  /** Members with their whole new values. */
  readonly body: Values;
  readonly files: Values;
}

/** What of a form has changed, files apart: these are sent as they are. */
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

/** What a form begins with; what a new record does not say the service fills in. */
function startOf({ name, schema }: AdminMember, before: Values, isNew: boolean): unknown {
  return isNew && schema.default !== undefined && schema.default !== null ? SAYS_NOTHING : before[name];
}

/** Only an object without members is like it. */
const SAYS_NOTHING: Values = {};

/** Inputs of an object leave null where nothing was typed; an object of nothing else is none. */
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

/** A body as a merge patch: within objects that are there, it names what differs, and null is what is there no more. */
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
