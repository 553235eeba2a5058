import type { Actor } from '../../kernel/contract/context.js';
import { defineDoor } from '../../kernel/contract/features/door.js';

/** The door at which tokens are found by their ids, for work in the name of one that no request brings. */
export const FIND_TOKEN_ACTOR = defineDoor<FindTokenActor>('find token actor');

/** The caller that the bearer of a token would be now; undefined for a token that is of no use any more. */
export type FindTokenActor = (tokenId: string) => Promise<Actor | undefined>;

/**
 * The door at which features list what tokens made with them. Such an object is checked against its token at each use, and ends
 * with the token.
 */
export const MADE_BY_TOKENS = defineDoor<MadeByTokens>('made by tokens');

/** Returns the IRIs of what a token made and what still exists, the newest first, up to a hundred. */
export type MadeByTokens = (tokenId: string) => Promise<readonly string[]>;

export const TOKENS_PATH = '/_/access_tokens';
