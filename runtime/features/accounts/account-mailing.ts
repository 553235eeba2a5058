import type { RequestContext } from '../../kernel/contract/context.js';
import type { Kernel } from '../../kernel/kernel.js';
import type { TokenGenerator } from '../../kernel/ports/token-generator.js';
import { type Account, expressionFields, type UserRow } from './authentication/index.js';
import { accountErrors } from './errors.js';
import { CLAIM_SECONDS, type FlowClaims } from './flow-claims.js';
import { hashToken } from './link-tokens.js';
import { boundAddress, type MailFlow, type MailFlows, throttleSecondsLeft } from './mail-flows.js';
import type { AccountMails, AccountMailType, LinkSource, MailLinks, MailUser } from './mails/index.js';

export interface AccountMailing {
  /**
   * Sends the mail of a flow at the user's request. On an error nothing is saved, and an earlier link stays valid.
   * @throws AppError 429 if the mail was sent recently, 400 for a refused origin, 503 if sending fails
   */
  request(flow: MailFlow, user: UserRow, source: LinkSource): Promise<void>;
  /** Sends the welcome mail of a new account, with a verification link if required (accounts.md section 9.1). */
  welcome(user: Account, source: LinkSource, withLink: boolean): Promise<void>;
  /**
   * Prepares the link that confirms a pending address.
   * @throws AppError 400 for a refused origin
   */
  prepareConfirmation(user: Account, source: LinkSource): PreparedLink;
  /**
   * Mails the prepared link. The caller stores its token or releases the claim.
   * @throws AppError 429 while another request sends it, 503 if sending fails
   */
  sendConfirmation(link: PreparedLink): Promise<SentLink>;
  release(link: SentLink): Promise<void>;
  /** Sends the mails that an update requires, in the order of accounts.md section 9.1. Failures are logged. */
  changed(change: AccountUpdate, source: LinkSource): Promise<void>;
}

/** An account before and after a write. */
export interface AccountUpdate {
  readonly before: Account;
  readonly after: Account;
  readonly isNewPassword: boolean;
}

/** A link that has not been mailed yet. */
export type PreparedLink = Delivery;

/** A link that was mailed to a pending address, with the data to store. */
export interface SentLink {
  readonly userId: string;
  /** The recipient of the link. */
  readonly address: string;
  readonly tokenHash: string;
  readonly at: Date;
  readonly claim: string;
}

/** Extracts the request data that mailed links are built from; null outside a request. */
export function linkSource({ cameFrom, requested }: RequestContext): LinkSource {
  if (cameFrom === undefined) return null;
  const { page } = cameFrom;
  return { ...(page === undefined ? {} : { from: page }), requested: requested.list };
}

export interface AccountMailingDeps extends Pick<Kernel, 'clock' | 'log'> {
  readonly flows: MailFlows;
  readonly claims: FlowClaims;
  readonly mails: AccountMails;
  readonly links: MailLinks;
  readonly tokens: TokenGenerator;
  /** Sends a verification mail to a changed address. */
  readonly verifiesOnChange: boolean;
}

type Notification = 'user_enabled' | 'username_changed' | 'password_changed';

interface Delivery {
  readonly flow: MailFlow;
  readonly user: Account;
  readonly token: string;
  readonly redirectUrl: string;
  readonly mail: AccountMailType;
}

export function createAccountMailing(deps: AccountMailingDeps): AccountMailing {
  const { flows, claims, mails, links, clock } = deps;

  function prepare(
    flow: MailFlow,
    {
      user,
      source,
      mail = flow.mail,
    }: { readonly user: Account; readonly source: LinkSource; readonly mail?: AccountMailType },
  ): Delivery {
    const token = deps.tokens.create();
    const values = { username: user.username, token, new_email: user.newEmailAddress };
    return { flow, user, token, mail, redirectUrl: links.build(flow.link, source, values) };
  }

  /** Sends the mail under a claim, then saves the token and the time. Saves nothing on failure. */
  async function deliver(delivery: Delivery, claim: string, startsClock: boolean): Promise<void> {
    const { flow, user } = delivery;
    const tokenHash = await sendLink(delivery, claim, deps);
    await claims.save(flow, user.id, { claim, tokenHash, at: startsClock ? clock.now() : null });
  }

  /** Informs the current address about a pending one, without a link (contract decision 48). */
  async function notice(user: Account): Promise<void> {
    const mail = { type: 'change_email_notice', user: mailUser(user), to: user.emailAddress } as const;
    await logged('change_email_notice', user, () => mails.send(mail));
  }

  async function logged(type: AccountMailType, user: Account, send: () => Promise<void>): Promise<void> {
    try {
      await send();
    } catch (err) {
      deps.log.error({ msg: 'failed to send an account email', mail: type, user: user.id, err });
    }
  }

  /** Mail failures never undo the write. In that case neither token nor time is saved (contract decision 49). */
  async function afterWrite(flow: MailFlow, user: Account, source: LinkSource): Promise<void> {
    if (!mails.isEnabled(flow.mail)) return;
    await logged(flow.mail, user, async () => {
      const delivery = prepare(flow, { user, source });
      await deliver(delivery, await claims.takeOver(flow, user.id, clock.now()), true);
    });
  }

  async function notify(type: Notification, user: Account, source: LinkSource): Promise<void> {
    if (!mails.isEnabled(type)) return;
    await logged(type, user, async () => {
      const loginUrl = type === 'user_enabled' ? links.page('/login', source) : undefined;
      await mails.send({ type, user: mailUser(user), to: user.emailAddress, loginUrl });
    });
  }

  return {
    async request(flow, user, source) {
      if (!mails.isEnabled(flow.mail)) throw accountErrors.mailNotSent();
      const now = clock.now();
      const left = throttleSecondsLeft(flow, user, now);
      if (left > 0) throw accountErrors.mailThrottled(left);
      const delivery = prepare(flow, { user, source });
      const claim = await claims.take(flow, user.id, now);
      if (claim === undefined)
        throw accountErrors.mailThrottled(Math.min(CLAIM_SECONDS, flow.repeatTtlSeconds));
      await deliver(delivery, claim, true);
      if (flow === flows.confirm) await notice(user);
    },
    prepareConfirmation: (user, source) => prepare(flows.confirm, { user, source }),
    async sendConfirmation(link) {
      const { flow, user } = link;
      const at = clock.now();
      const claim = await claims.hold(flow, user.id, at);
      if (claim === undefined) throw accountErrors.mailThrottled(CLAIM_SECONDS);
      const tokenHash = await sendLink(link, claim, deps);
      return { userId: user.id, address: boundAddress(flow, user), tokenHash, at: clock.now(), claim };
    },
    release: ({ userId, claim }) => claims.release(flows.confirm, userId, claim),
    async welcome(user, source, withLink) {
      if (!mails.isEnabled('welcome')) {
        if (withLink) await afterWrite(flows.verify, user, source);
        return;
      }
      await logged('welcome', user, async () => {
        if (!withLink) {
          await mails.send({ type: 'welcome', user: mailUser(user), to: user.emailAddress });
          return;
        }
        // The time is not saved, so that a user who lost the welcome mail can request another link immediately
        // (accounts.md section 7.3).
        const delivery = prepare(flows.verify, { user, source, mail: 'welcome' });
        await deliver(delivery, await claims.takeOver(flows.verify, user.id, clock.now()), false);
      });
    },
    async changed({ before, after, isNewPassword }, source) {
      if (!before.enabled && after.enabled) await notify('user_enabled', after, source);
      if (before.username !== after.username) await notify('username_changed', after, source);
      if (isNewPassword) await notify('password_changed', after, source);
      // A write that marks the address as verified, as its confirmation does, needs no verification mail (decision 95).
      const isProved = after.emailAddressVerified;
      if (before.emailAddress !== after.emailAddress && deps.verifiesOnChange && !isProved) {
        await afterWrite(flows.verify, after, source);
      }
      if (before.newEmailAddress !== after.newEmailAddress && after.newEmailAddress !== null) {
        // The link was mailed before the address was stored (contract decision 121).
        await notice(after);
      }
    },
  };
}

/** Sends the mail under a claim and returns the hash of the token. Releases the claim on failure. */
async function sendLink(
  { flow, user, token, redirectUrl, mail }: Delivery,
  claim: string,
  { mails, claims }: Pick<AccountMailingDeps, 'mails' | 'claims'>,
): Promise<string> {
  const to = flow.recipient(user) ?? user.emailAddress;
  try {
    await mails.send({ type: mail, user: mailUser(user), to, redirectUrl });
  } catch (error) {
    await claims.release(flow, user.id, claim);
    throw error;
  }
  return hashToken(token, boundAddress(flow, user));
}

/** Returns the user as mail templates see it. */
function mailUser(user: Account): MailUser {
  const { username, emailAddress, newEmailAddress } = user;
  return { ...expressionFields(user), username, emailAddress, newEmailAddress };
}
