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
   * Sends a flow's mail because somebody asked for it.
   * @throws AppError 429 while it was sent a short time ago, 400 for a refused origin, 503 when it could not be sent;
   *   nothing is saved then, and an earlier link stays good.
   */
  request(flow: MailFlow, user: UserRow, source: LinkSource): Promise<void>;
  /** The mail of a new account, with a verification link when one is due (accounts.md section 9.1). */
  welcome(user: Account, source: LinkSource, withLink: boolean): Promise<void>;
  /** Makes the link that confirms a pending address. @throws AppError 400 for a refused origin */
  prepareConfirmation(user: Account, source: LinkSource): PreparedLink;
  /**
   * Mails that link. The caller stores its token, or releases the claim.
   * @throws AppError 429 while another request does so, 503 when it could not be sent
   */
  sendConfirmation(link: PreparedLink): Promise<SentLink>;
  release(link: SentLink): Promise<void>;
  /** The mails that an update calls for, in the order of accounts.md section 9.1; failures are logged. */
  changed(change: AccountUpdate, source: LinkSource): Promise<void>;
}

/** An account before and after a write. */
export interface AccountUpdate {
  readonly before: Account;
  readonly after: Account;
  readonly isNewPassword: boolean;
}

/** A link that is not mailed yet. */
export type PreparedLink = Delivery;

/** A link that was mailed to a pending address, and what is stored of it. */
export interface SentLink {
  readonly userId: string;
  /** The mailbox that it was sent to. */
  readonly address: string;
  readonly tokenHash: string;
  readonly at: Date;
  readonly claim: string;
}

/** The facts of a request that links in mails are built from; null where no request asks. */
export function linkSource({ cameFrom, asked }: RequestContext): LinkSource {
  if (cameFrom === undefined) return null;
  const { page } = cameFrom;
  return { ...(page === undefined ? {} : { from: page }), asked: asked.list };
}

export interface AccountMailingDeps extends Pick<Kernel, 'clock' | 'log'> {
  readonly flows: MailFlows;
  readonly claims: FlowClaims;
  readonly mails: AccountMails;
  readonly links: MailLinks;
  readonly tokens: TokenGenerator;
  /** A changed address gets a verification mail. */
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

  /** Sends under a claim, then saves token and clock; a failure saves nothing. */
  async function deliver(delivery: Delivery, claim: string, startsClock: boolean): Promise<void> {
    const { flow, user } = delivery;
    const tokenHash = await sendLink(delivery, claim, deps);
    await claims.save(flow, user.id, { claim, tokenHash, at: startsClock ? clock.now() : null });
  }

  /** The current address hears of a pending one, without a link (contract decision 48). */
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

  /** A write stands whatever happens to its mail: neither token nor clock is saved then (contract decision 49). */
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
        // The clock stays: whoever lost the welcome mail may ask for another link at once (accounts.md section 7.3).
        const delivery = prepare(flows.verify, { user, source, mail: 'welcome' });
        await deliver(delivery, await claims.takeOver(flows.verify, user.id, clock.now()), false);
      });
    },
    async changed({ before, after, isNewPassword }, source) {
      if (!before.enabled && after.enabled) await notify('user_enabled', after, source);
      if (before.username !== after.username) await notify('username_changed', after, source);
      if (isNewPassword) await notify('password_changed', after, source);
      // A write that says that the address is proved, as its confirmation does, leaves nothing to ask (decision 95).
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

/** Sends under a claim and answers the hash of the token; a failure releases the claim. */
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

/** The user as mail templates see it. */
function mailUser(user: Account): MailUser {
  const { username, emailAddress, newEmailAddress } = user;
  return { ...expressionFields(user), username, emailAddress, newEmailAddress };
}
