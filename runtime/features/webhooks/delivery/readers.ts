import { isGranted, ROLE_ADMIN } from '../../../kernel/authorization/role-hierarchy.js';
import { type Actor, ANONYMOUS } from '../../../kernel/contract/context.js';
import type { FindTokenActor } from '../../access-tokens/public-api.js';
import type { Webhook } from '../webhook.js';

/** Fields that decide with whose permissions a webhook's content is read. */
export type ReaderOf = Pick<Webhook, 'readerId' | 'accessTokenId'>;

export interface Readers {
  /**
   * Finds the reader of a webhook's content. Undefined if the reader, or the token that created the webhook, no
   * longer exists; then nothing is sent.
   */
  find(webhook: ReaderOf): Promise<Actor | undefined>;
  /** Returns whether the machine token that created a webhook no longer exists. */
  hasEnded(webhook: Pick<Webhook, 'accessTokenId'>): Promise<boolean>;
}

export type FindReader = Readers['find'];

/** @param findToken undefined in a service without machine tokens */
export function createReaders(findToken: () => FindTokenActor | undefined): Readers {
  const actorOf = async (tokenId: string): Promise<Actor | undefined> => findToken()?.(tokenId);

  /** Returns the token that created a webhook, if it may still create webhooks. */
  async function makerOf(tokenId: string): Promise<Actor | undefined> {
    const actor = await actorOf(tokenId);
    return actor?.token?.isWhole === true && isGranted(actor, ROLE_ADMIN) ? actor : undefined;
  }

  return {
    async find({ readerId, accessTokenId }) {
      if (accessTokenId === null) return readerId === null ? ANONYMOUS : actorOf(readerId);
      const maker = await makerOf(accessTokenId);
      if (maker === undefined || readerId === null) return maker && ANONYMOUS;
      return readerId === accessTokenId ? maker : undefined;
    },
    hasEnded: async ({ accessTokenId }) =>
      accessTokenId !== null && (await makerOf(accessTokenId)) === undefined,
  };
}
