import type { JsonObject } from '../contract/json.js';

/** Members of a document by kind of value. All others are plain values under their own names. */
export interface DocumentMembers {
  /** Members whose values are IRIs. */
  readonly iris?: readonly string[];
  /** Ordered lists; JSON-LD would otherwise drop the order. */
  readonly lists?: readonly string[];
}

/** Returns the terms of a document that shows no record, for its context at `/contexts/TYPE`. */
export function documentTerms(type: string, { iris = [], lists = [] }: DocumentMembers = {}): JsonObject {
  return {
    ...Object.fromEntries(iris.map((name) => [name, { '@id': `${type}/${name}`, '@type': '@id' }])),
    ...Object.fromEntries(lists.map((name) => [name, { '@id': `${type}/${name}`, '@container': '@list' }])),
  };
}
