import { LRUCache } from 'lru-cache';
import type { ActingToken, Actor } from '../../kernel/contract/context.js';
import type { Clock } from '../../kernel/ports/clock.js';
import type { Throttle } from '../../kernel/throttle/throttle.js';
import type { Accounts, Bearers } from '../accounts/public-api.js';
import type { FindTokenActor } from './public-api.js';
import { accessTokenErrors } from './errors.js';
import type { LastUses } from './last-uses.js';
import { compileScopes } from './scopes.js';
import type { AccessToken } from './resource.js';
import { type OwnedToken, type StoredTokens, tokenSecrets } from './stored-tokens.js';

export interface BearersDeps {
  readonly accounts: Pick<Accounts, 'actorOf' | 'cacheActors'>;
  readonly stored: Pick<StoredTokens, 'first'>;
  readonly throttle: Pick<Throttle, 'hit'>;
  readonly uses: Pick<LastUses, 'known' | 'note'>;
  readonly clock: Clock;
}

/** Maximum number of token owners a process remembers, so that it knows which account to watch before the read. */
const MOST = 2000;
/** Cache expiry of tokens that never expire. */
const NEVER = new Date(8_640_000_000_000_000);

/** Returns the cache tag that every change of the token with this hash invalidates. */
export const tagOf = (hash: string): string => `access_token:${hash}`;

/**
 * Resolves bearer tokens to actors: the current rights of the owner, reduced by the scopes. Reads the database once,
 * then reuses the cached actor until the token or its owner changes (ADR 10).
 */
export function createBearers({ accounts, stored, throttle, uses, clock }: BearersDeps): Bearers {
  const owners = new LRUCache<string, string>({ max: MOST });
  const kept = accounts.cacheActors((hash) => [tagOf(hash)]);
  const actorOf = createActorOf(accounts);

  async function read(hash: string): Promise<Actor | undefined> {
    const known = kept.find(hash);
    if (known !== undefined) return known;
    const ownerId = owners.get(hash);
    const keep = ownerId === undefined ? undefined : kept.watch(hash, ownerId);
    // The lookup is by hash, so its duration reveals nothing about the secret.
    const token = await stored.first({ tokenHash: hash, expiresAt: { validAt: clock.now() } });
    const actor = token && actorOf(token);
    if (token === undefined || actor === undefined) return undefined;
    owners.set(hash, token.owner);
    uses.known(token);
    // The owner of a token never changes, so the watched account is the one that was read.
    keep?.(actor, token.expiresAt ?? NEVER);
    return actor;
  }

  return {
    isOne: (value) => value.startsWith(tokenSecrets.prefix),
    async identify(value) {
      const hash = tokenSecrets.hashOf(value);
      const actor = hash === undefined ? undefined : await read(hash);
      if (actor?.token === undefined) throw accessTokenErrors.invalid();
      await throttle.hit(actor.token.id);
      uses.note(actor.token.id);
      return actor;
    },
  };
}

/** Returns the actor of a token for work outside a request. */
export function createFindTokenActor({
  accounts,
  stored,
  clock,
}: Pick<BearersDeps, 'accounts' | 'stored' | 'clock'>): FindTokenActor {
  const actorOf = createActorOf(accounts);
  return async (id) => {
    const token = await stored.first({ id, expiresAt: { validAt: clock.now() } });
    return token && actorOf(token);
  };
}

function createActorOf(accounts: Pick<Accounts, 'actorOf'>) {
  return (token: OwnedToken): Actor | undefined => {
    const actor = accounts.actorOf(token.account);
    return actor && { ...actor, token: actingToken(token) };
  };
}

const actingToken = ({ id, name, scopes }: AccessToken): ActingToken => ({
  id,
  name,
  ...compileScopes(scopes),
});
