import { assertInScope, isInScope } from '../../kernel/authorization/acting-token.js';
import type { ItemVoter, QueryExtension } from '../../kernel/contract/records/operations.js';
import type { WriteRule } from '../../kernel/contract/records/writes.js';
import { requirePublishable } from '../../kernel/metadata/publication-state.js';

const NOTHING = { sql: '1 = 0', parameters: {} };

/** Hides types that a token may not read from embedded lists, counts, searches and sorting of other records. */
export const scopeFilter: QueryExtension = {
  appliesTo: () => true,
  restrict({ name }, purpose, { actor }) {
    // IRIs are not secret (contract decision 66). Items are refused by the voter, which gives the reason.
    if (purpose === 'item' || purpose === 'named') return undefined;
    return isInScope(actor, 'read', name) ? undefined : NOTHING;
  },
};

/** Refuses operations outside the token's scopes, whatever the rights of its owner. */
export const scopeVoter: ItemVoter = {
  isOfCallers: true,
  appliesTo: () => true,
  assertGranted({ type }, operation, { context }) {
    assertInScope(context.actor, operation, type);
    return Promise.resolve();
  },
  assertMayMiss: ({ actor }, { name }, operation) => assertInScope(actor, operation, name),
  assertMayList: ({ name }, { actor }) => assertInScope(actor, 'read', name),
  assertMayCreate: ({ name }, { actor }) => assertInScope(actor, 'create', name),
  mayEver: ({ name }, operation, { actor }) => isInScope(actor, operation, name),
};

/**
 * Limits tokens without a publish scope to drafts. They change neither published nor scheduled records, and publish
 * nothing. A token that sees no drafts writes published records, so it needs the scope.
 */
export const publishRule: WriteRule = {
  appliesTo: ({ publishable }) => publishable !== undefined,
  many: 'each',
  apply({ resource, before, after }, { context }) {
    const { field } = requirePublishable(resource).publishable;
    const isDated = [before, after].some((record) => record != null && record.values[field] != null);
    if (isDated) assertInScope(context.actor, 'publish', resource.name);
    return Promise.resolve();
  },
};
