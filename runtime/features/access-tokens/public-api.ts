import type { Actor } from '../../kernel/contract/context.js';
import { defineFeatureApi } from '../../kernel/contract/features/feature-api.js';

/** Finds tokens by id, for work on behalf of a token outside a request. */
export const FIND_TOKEN_ACTOR = defineFeatureApi<FindTokenActor>('find token actor');

/** Returns the current actor of a token, or undefined if the token is expired or revoked. */
export type FindTokenActor = (tokenId: string) => Promise<Actor | undefined>;

/**
 * Lists objects that were created with a token. Such an object is checked against its token at each use, and expires
 * with the token.
 */
export const MADE_BY_TOKENS = defineFeatureApi<MadeByTokens>('made by tokens');

/** Returns the IRIs of existing objects that the token created, newest first, up to 100. */
export type MadeByTokens = (tokenId: string) => Promise<readonly string[]>;

export const TOKENS_PATH = '/_/access_tokens';
