import { type Actor, ANONYMOUS } from '../../../kernel/contract/context.js';
import type { FindTokenActor } from '../../access-tokens/door.js';
import type { Webhook } from '../webhook.js';

/** Finds who reads what a webhook is sent; undefined where that reader is gone: then nothing is sent. */
export type FindReader = (webhook: Pick<Webhook, 'readerId'>) => Promise<Actor | undefined>;

/** @param findToken undefined in a service without machine tokens */
export function createFindReader(findToken: () => FindTokenActor | undefined): FindReader {
  return async ({ readerId }) => (readerId === null ? ANONYMOUS : findToken()?.(readerId));
}
