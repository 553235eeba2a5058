import { isGranted, ROLE_ADMIN } from '../../../kernel/authorization/role-hierarchy.js';
import { type Actor, ANONYMOUS } from '../../../kernel/contract/context.js';
import type { FindTokenActor } from '../../access-tokens/door.js';
import type { Webhook } from '../webhook.js';

/** What decides who reads for a webhook. */
export type ReaderOf = Pick<Webhook, 'readerId' | 'accessTokenId'>;

export interface Readers {
  /** Finds the reader of what a webhook is sent. Undefined if the reader or the token that made the webhook has ended: nothing is sent. */
  find(webhook: ReaderOf): Promise<Actor | undefined>;
  /** Whether a webhook has ended with the machine token that made it. */
  hasEnded(webhook: Pick<Webhook, 'accessTokenId'>): Promise<boolean>;
}

export type FindReader = Readers['find'];

/** @param findToken undefined in a service without machine tokens */
export function createReaders(findToken: () => FindTokenActor | undefined): Readers {
  const actorOf = async (tokenId: string): Promise<Actor | undefined> => findToken()?.(tokenId);

  /** The token that made a webhook, as long as it may make webhooks. */
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
