import type { TransactionSession } from '../../kernel/contract/database/database.js';
import type { RequestContext } from '../../kernel/contract/context.js';
import type { UnitHooks } from '../../kernel/contract/records/unit-of-work.js';
import type { ConcealedValues, StoredWrite, WriteScope } from '../../kernel/contract/records/writes.js';
import { stateKey } from '../../kernel/util/async/state.js';
import { type AccountMailing, linkSource, type PreparedLink, type SentLink } from './account-mailing.js';
import { accountOf, mailboxOf } from './authentication/index.js';
import type { MailFlow } from './mail-flows.js';

/**
 * Mails the links that confirm new e-mail addresses. An address is stored only after its link was mailed (contract
 * decision 121), and no mail is sent inside a transaction. The unit of work is therefore rolled back at its end, the
 * links are mailed, and it runs again.
 */
export interface Confirmations {
  /** Returns concealed columns to store with a new address; undefined if this request has mailed no link to it yet. */
  stamp(userId: string, address: unknown, context: RequestContext): ConcealedValues | undefined;
  /**
   * Registers a link to mail before the write is committed.
   * @throws AppError 400 for a refused origin
   */
  require(write: StoredWrite, scope: WriteScope): void;
  readonly hooks: Required<Pick<UnitHooks, 'beforeCommit' | 'retry'>>;
}

/** Links that the transaction still needs. */
const NEEDED = stateKey((): PreparedLink[] => []);

/** Links that were mailed for the request. */
const SENT = stateKey((): SentLink[] => []);

/** Rolls back a unit of work that is complete except for these links. */
class LinksNeeded extends Error {
  constructor(readonly links: readonly PreparedLink[]) {
    super('A unit of work needs links that confirm new e-mail addresses');
  }
}

export function createConfirmations({
  mailing,
  flow: { columns },
}: {
  readonly mailing: Pick<AccountMailing, 'prepareConfirmation' | 'sendConfirmation' | 'release'>;
  readonly flow: MailFlow;
}): Confirmations {
  const sentTo = (userId: string, address: unknown, { state }: RequestContext): SentLink | undefined =>
    state
      .of(SENT)
      .find(
        (sent) =>
          sent.userId === userId && typeof address === 'string' && sent.address === mailboxOf(address),
      );

  return {
    stamp(userId, address, context) {
      const sent = sentTo(userId, address, context);
      return sent && { [columns.token]: sent.tokenHash, [columns.clock]: sent.at, [columns.claim]: null };
    },
    require({ before, after: stored }, { session, context }) {
      const after = accountOf(stored);
      const source = linkSource(context);
      const isNew = before !== null && accountOf(before).newEmailAddress !== after.newEmailAddress;
      if (source === null || !isNew || after.newEmailAddress === null) return;
      if (sentTo(after.id, after.newEmailAddress, context) !== undefined) return;
      session.state.of(NEEDED).push(mailing.prepareConfirmation(after, source));
    },
    hooks: {
      beforeCommit(_changes, session: TransactionSession) {
        const links = session.state.of(NEEDED);
        return links.length === 0 ? Promise.resolve() : Promise.reject(new LinksNeeded(links));
      },
      async retry(error, { context, atEnd }) {
        if (!(error instanceof LinksNeeded)) return false;
        for (const link of error.links) {
          const sent = await mailing.sendConfirmation(link);
          context.state.of(SENT).push(sent);
          // Storing the address ends the claim. If that fails, the claim must not block the next attempt.
          atEnd(() => mailing.release(sent));
        }
        return true;
      },
    },
  };
}
