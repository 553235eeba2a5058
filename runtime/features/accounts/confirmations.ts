import type { TransactionSession } from '../../kernel/contract/database/database.js';
import type { RequestContext } from '../../kernel/contract/context.js';
import type { UnitHooks } from '../../kernel/contract/records/unit-of-work.js';
import type { ConcealedValues, StoredWrite, WriteScope } from '../../kernel/contract/records/writes.js';
import { stateKey } from '../../kernel/util/async/state.js';
import { type AccountMailing, linkSource, type PreparedLink, type SentLink } from './account-mailing.js';
import { accountOf, mailboxOf } from './authentication/index.js';
import type { MailFlow } from './mail-flows.js';

/**
 * The links that confirm new e-mail addresses. An address is stored only with a link that was mailed to it (contract decision 121),
 * and no mail is sent inside a transaction. So the unit of work is undone at its end, its links are mailed, and it runs again.
 */
export interface Confirmations {
  /** Concealed columns to store with a new address; undefined while no link was mailed to it for this request. */
  stamp(userId: string, address: unknown, context: RequestContext): ConcealedValues | undefined;
  /** Has a link mailed before a stored write is committed. @throws AppError 400 for a refused origin */
  require(write: StoredWrite, scope: WriteScope): void;
  readonly hooks: Required<Pick<UnitHooks, 'beforeCommit' | 'retry'>>;
}

/** The links that a transaction still needs. */
const NEEDED = stateKey((): PreparedLink[] => []);

/** The links that were mailed for a request. */
const SENT = stateKey((): SentLink[] => []);

/** Undoes a unit of work that is complete but for these links. */
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
          // Storing the address ends the claim; what prevents that must not block the next attempt.
          atEnd(() => mailing.release(sent));
        }
        return true;
      },
    },
  };
}
