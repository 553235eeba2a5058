import type { JsonObject, JsonValue } from '../contract/json.js';
import { isJsonObject } from '../util/json-object.js';

/** Applies a merge patch (RFC 7396): objects merge member by member, null removes, other values replace. */
export function mergePatch(target: JsonValue | undefined, patch: JsonValue): JsonValue {
  if (!isJsonObject(patch)) return patch;
  const merged = new Map<string, JsonValue>(isJsonObject(target) ? presentEntries(target) : []);
  for (const [member, value] of presentEntries(patch)) {
    if (value === null) merged.delete(member);
    else merged.set(member, mergePatch(merged.get(member), value));
  }
  return Object.fromEntries(merged);
}

function presentEntries(object: JsonObject): [string, JsonValue][] {
  return Object.entries(object).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined);
}
