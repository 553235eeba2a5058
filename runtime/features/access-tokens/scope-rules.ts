import { assertInScope, isInScope } from '../../kernel/authorization/acting-token.js';
import type { ItemVoter, QueryExtension } from '../../kernel/contract/records/operations.js';
import type { WriteRule } from '../../kernel/contract/records/writes.js';
import { requirePublishable } from '../../kernel/metadata/publication-state.js';

const NOTHING = { sql: '1 = 0', parameters: {} };

/** What other records show, count, search and sort by of a type is nothing to a token that may not read it. */
export const scopeFilter: QueryExtension = {
  appliesTo: () => true,
  restrict({ name }, purpose, { actor }) {
    // IRIs of records are no secret (contract decision 66), and an item is refused by the voter, which says why.
    if (purpose === 'item' || purpose === 'named') return undefined;
    return isInScope(actor, 'read', name) ? undefined : NOTHING;
  },
};

/** Refuses what the scopes of a token do not reach, whatever its owner may. */
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
 * A token with no scope to publish writes drafts only: not what is public or will be by itself, nor what it would make so. Whoever
 * sees no drafts writes what is public.
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
