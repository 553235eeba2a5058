import { LRUCache } from 'lru-cache';
import type { ActingToken, Actor } from '../../kernel/contract/context.js';
import type { Clock } from '../../kernel/ports/clock.js';
import type { Throttle } from '../../kernel/throttle/throttle.js';
import type { Accounts, Bearers } from '../accounts/public-api.js';
import type { FindTokenActor } from './public-api.js';
import { accessTokenErrors } from './errors.js';
import type { LastUses } from './last-uses.js';
import { compileScopes } from './scopes.js';
import { type AccessToken, hashOf, type OwnedToken, PREFIX, type StoredTokens } from './stored-tokens.js';

export interface BearersDeps {
  readonly accounts: Pick<Accounts, 'actorOf' | 'cacheActors'>;
  readonly stored: Pick<StoredTokens, 'byHash' | 'byId'>;
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
    const found = await stored.byHash(hash, clock.now());
    const actor = found && actorOf(found);
    if (found === undefined || actor === undefined) return undefined;
    const { token } = found;
    owners.set(hash, token.ownerId);
    uses.known(token);
    // The owner of a token never changes, so the watched account is the one that was read.
    keep?.(actor, token.expiresAt ?? NEVER);
    return actor;
  }

  return {
    isOne: (value) => value.startsWith(PREFIX),
    async identify(value) {
      const hash = hashOf(value);
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
    const found = await stored.byId(id);
    if (found === undefined || isOver(found.token, clock.now())) return undefined;
    return actorOf(found);
  };
}

export const isOver = ({ expiresAt }: Pick<AccessToken, 'expiresAt'>, now: Date): boolean =>
  expiresAt !== null && expiresAt <= now;

function createActorOf(accounts: Pick<Accounts, 'actorOf'>) {
  return ({ token, owner }: OwnedToken): Actor | undefined => {
    const actor = accounts.actorOf(owner);
    return actor && { ...actor, token: actingToken(token) };
  };
}

const actingToken = ({ id, name, scopes }: AccessToken): ActingToken => ({
  id,
  name,
  ...compileScopes(scopes),
});
