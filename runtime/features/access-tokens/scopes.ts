import { type ActingToken, TOKEN_OPERATIONS, type TokenOperation } from '../../kernel/contract/context.js';
import type { ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import { printable } from '../../kernel/util/printable.js';
import { didYouMean } from '../../kernel/util/suggest.js';

/** All that the owner may, but for drafts. */
export const WHOLE = '*';
/** Drafts, and what is not live yet, where the owner sees them. */
export const DRAFTS = 'drafts';
const EVERY_TYPE = '*';

/** More than any machine needs, one by one; there is a scope for every type. */
export const MOST_SCOPES = 200;

/** What a scope that is none should have been; undefined for one that is. */
export function problemOf(scope: string, registry: ResourceRegistry): string | undefined {
  if (scope === WHOLE || scope === DRAFTS) return undefined;
  const [operation = '', type, ...more] = scope.split(':');
  if (!isOperation(operation) || type === undefined || more.length > 0)
    return `"${printable(scope)}" is no scope. Write OPERATION:TYPE with one of ${TOKEN_OPERATIONS.join(', ')}, or "${DRAFTS}", or "${WHOLE}".`;
  if (type === EVERY_TYPE) return undefined;
  const resource = registry.get(type);
  if (resource === undefined) {
    const names = registry.all.map(({ name }) => name);
    return `There is no type "${printable(type)}". ${didYouMean(type, names)}`;
  }
  if (operation === 'publish' && resource.publishable === undefined)
    return `"${type}" is not publishable: "update:${type}" is all that a change of it needs.`;
  return undefined;
}

const isOperation = (text: string): text is TokenOperation =>
  (TOKEN_OPERATIONS as readonly string[]).includes(text);

/** Splits what was given at commas; each scope once, in the order in which they came. */
export function splitScopes(given: readonly string[]): readonly string[] {
  const scopes = given.flatMap((text) => text.split(',')).map((text) => text.trim());
  return [...new Set(scopes.filter((text) => text !== ''))];
}

/**
 * The rights that scopes leave. Whoever changes records of a type reads them, because the answer of a change shows the record; the
 * scopes of types that are not there any more allow nothing.
 */
export function compileScopes(
  scopes: readonly string[],
): Pick<ActingToken, 'isWhole' | 'seesDrafts' | 'may'> {
  const held = new Set(scopes);
  const isWhole = held.has(WHOLE);
  const has = (operation: TokenOperation, type: string): boolean =>
    held.has(`${operation}:${type}`) || held.has(`${operation}:${EVERY_TYPE}`);
  return {
    isWhole,
    seesDrafts: held.has(DRAFTS),
    may: (operation, type) =>
      isWhole || has(operation, type) || (operation === 'read' && has('update', type)),
  };
}
