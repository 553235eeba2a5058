import type { JsonObject, JsonValue } from '../../kernel/contract/json.js';
import { canonicalJson } from '../../kernel/validation/constraints/canonical-json.js';

/**
 * Returns the paths at which two JSON values differ, as `{path, before?, after?}`; `path` is a JSON Pointer (RFC 6901).
 * A side without the path is omitted. List entries are compared by index.
 */
export function compareJson(before: JsonValue, after: JsonValue, path = ''): readonly JsonObject[] {
  if (!isContainer(before) || !isContainer(after) || Array.isArray(before) !== Array.isArray(after))
    return canonicalJson(before) === canonicalJson(after) ? [] : [{ path, before, after }];
  const [older, newer] = [entriesOf(before), entriesOf(after)];
  return [...new Set([...older.keys(), ...newer.keys()])].flatMap((name) => {
    const at = `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const [was, is] = [older.get(name), newer.get(name)];
    if (was === undefined) return is === undefined ? [] : [{ path: at, after: is }];
    return is === undefined ? [{ path: at, before: was }] : compareJson(was, is, at);
  });
}

type Container = JsonObject | JsonValue[];

/** Returns whether a value is an object or a list. */
export const isContainer = (value: JsonValue): value is Container =>
  typeof value === 'object' && value !== null;

const entriesOf = (value: Container): ReadonlyMap<string, JsonValue | undefined> =>
  new Map(Object.entries(value));
