import type { JsonObject } from '../../kernel/contract/json.js';
import { canonicalJson } from '../../kernel/validation/constraints/canonical-json.js';

/** Members that say what a document is of, and nothing of its content. */
const isContent = (name: string): boolean => !/^[@_]/.test(name);

/** The members in which two documents of one record differ, in the order of the newer one; null where one lacks the member. */
export function compareDocuments(from: JsonObject, to: JsonObject): readonly JsonObject[] {
  const names = new Set([...Object.keys(to), ...Object.keys(from)].filter(isContent));
  return [...names].flatMap((member) => {
    const [before, after] = [from[member] ?? null, to[member] ?? null];
    return canonicalJson(before) === canonicalJson(after) ? [] : [{ member, before, after }];
  });
}
