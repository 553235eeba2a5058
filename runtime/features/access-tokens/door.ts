import type { Actor } from '../../kernel/contract/context.js';
import { defineDoor } from '../../kernel/contract/door.js';

/** The door at which tokens are found by their ids, for work in the name of one that no request brings. */
export const FIND_TOKEN_ACTOR = defineDoor<FindTokenActor>('find token actor');

/** The caller that the bearer of a token would be now; undefined for a token that is of no use any more. */
export type FindTokenActor = (tokenId: string) => Promise<Actor | undefined>;
