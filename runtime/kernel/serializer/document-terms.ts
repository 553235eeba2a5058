import type { JsonObject } from '../contract/json.js';

/** Members of a document by what their values are; all others are plain values by their own names. */
export interface DocumentMembers {
  /** Addresses. */
  readonly iris?: readonly string[];
  /** Lists whose order says something, which JSON-LD would drop. */
  readonly lists?: readonly string[];
}

/** Terms of a document that shows no record, for its context at `/contexts/TYPE`. */
export function documentTerms(type: string, { iris = [], lists = [] }: DocumentMembers = {}): JsonObject {
  return {
    ...Object.fromEntries(iris.map((name) => [name, { '@id': `${type}/${name}`, '@type': '@id' }])),
    ...Object.fromEntries(lists.map((name) => [name, { '@id': `${type}/${name}`, '@container': '@list' }])),
  };
}
