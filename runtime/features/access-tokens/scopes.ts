import { type ActingToken, TOKEN_OPERATIONS, type TokenOperation } from '../../kernel/contract/context.js';
import type { ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import { printable } from '../../kernel/util/text/printable.js';
import { closest } from '../../kernel/util/text/suggest.js';
import { USER } from '../accounts/public-api.js';
import { messageOf } from '../../kernel/util/text/message-text.js';
import type { MessageText } from '../../kernel/contract/message.js';

/** Grants everything that the owner may do, except drafts and accounts. */
export const WHOLE = '*';
/** Grants access to drafts and to content that is not live yet, as far as the owner has it. */
export const DRAFTS = 'drafts';
/** Grants access to accounts: fields, roles, addresses and status. */
const ACCOUNTS = 'accounts';
/** Stands for every type except accounts, which need their own scope. */
const EVERY_TYPE = '*';

const SINGLE: ReadonlySet<string> = new Set([WHOLE, DRAFTS, ACCOUNTS]);

/** Returns what is wrong with a scope, or undefined if it is valid. */
export function problemOf(scope: string, registry: ResourceRegistry): MessageText | undefined {
  if (SINGLE.has(scope)) return undefined;
  const [operation = '', type, ...more] = scope.split(':');
  if (!isOperation(operation) || type === undefined || more.length > 0)
    return messageOf(
      '"{{ scope }}" is not a valid scope. Use OPERATION:TYPE with one of {{ operations }}, or "drafts", "accounts" or "*".',
      { parameters: { scope: printable(scope), operations: TOKEN_OPERATIONS.join(', ') } },
    );
  if (type === EVERY_TYPE) return undefined;
  const resource = registry.get(type);
  if (resource === undefined) {
    const names = registry.all.map(({ name }) => name);
    const suggestion = closest(type, names);
    const parameters = { type: printable(type), names: names.join(', '), suggestion: suggestion ?? '' };
    return suggestion === undefined
      ? messageOf('The type "{{ type }}" does not exist. Use one of: {{ names }}.', { parameters })
      : messageOf('The type "{{ type }}" does not exist. Did you mean "{{ suggestion }}"?', { parameters });
  }
  if (operation === 'publish' && resource.publishable === undefined)
    return messageOf('"{{ type }}" is not publishable. Use "update:{{ type }}" instead.', {
      parameters: { type },
    });
  return undefined;
}

const isOperation = (text: string): text is TokenOperation =>
  (TOKEN_OPERATIONS as readonly string[]).includes(text);

/**
 * Compiles scopes to the rights that they leave. A scope to change records of a type includes reading them, because the
 * response shows the record. Scopes of removed types allow nothing.
 */
export function compileScopes(
  scopes: readonly string[],
): Pick<ActingToken, 'isWhole' | 'seesDrafts' | 'managesAccounts' | 'may'> {
  const held = new Set(scopes);
  const isWhole = held.has(WHOLE);
  const managesAccounts = held.has(ACCOUNTS);
  const has = (operation: TokenOperation, type: string): boolean =>
    held.has(`${operation}:${type}`) || (type !== USER && held.has(`${operation}:${EVERY_TYPE}`));
  return {
    isWhole,
    seesDrafts: held.has(DRAFTS),
    managesAccounts,
    may: (operation, type) =>
      (type === USER ? managesAccounts : isWhole) ||
      has(operation, type) ||
      (operation === 'read' && has('update', type)),
  };
}
