import { randomBytes } from 'node:crypto';
import type { RequestContext } from '../../kernel/contract/context.js';
import type { Database } from '../../kernel/contract/database/database.js';
import type { Accounts, UserRow } from '../accounts/public-api.js';
import type { Identities, Identity, Subject } from './identities.js';
import { type Claims, rolesOf, syncedRoles } from './map-roles.js';
import type { IdentityNotices } from './notices.js';
import type { Provider } from './settings.js';

/** Reasons for a refused sign-in, as sent to the front end in `sign_in_error`. */
export type Refusal =
  | 'denied'
  | 'failed'
  | 'unavailable'
  | 'address_not_verified'
  | 'account_not_verified'
  | 'account_not_found'
  | 'account_refused'
  | 'linked_to_another';

export type FoundAccount =
  | { readonly kind: 'found'; readonly user: UserRow; readonly identity: Identity }
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly account?: string };

/** Finds the account of a provider's subject. Creates or links one where settings and addresses allow it. */
export type FindAccount = (
  given: { readonly provider: Provider; readonly subject: string; readonly claims: Claims },
  context: RequestContext,
) => Promise<FoundAccount>;

export interface FindAccountDeps {
  readonly database: Database;
  readonly identities: Identities;
  readonly accounts: Pick<Accounts, 'rows' | 'createAccount' | 'changeAccount' | 'check'>;
  readonly notices: IdentityNotices;
  /** Canonical form of an address; equal forms are the same mailbox. */
  readonly mailboxOf: (address: string) => string;
}

const refused = (refusal: Refusal, account?: string): FoundAccount => ({
  kind: 'refused',
  refusal,
  ...(account === undefined ? {} : { account }),
});

/**
 * Returns the account that is linked to the subject. An unlinked subject is linked by email address only if
 * the provider and this service have both verified it. Otherwise anybody who registered a foreign address, on
 * either side, would gain access to its owner's account.
 */
export function createFindAccount(deps: FindAccountDeps): FindAccount {
  const { database, identities, accounts, notices, mailboxOf } = deps;
  const { rows } = accounts;

  async function link(
    subject: Subject,
    { user, isFirst }: { readonly user: UserRow; readonly isFirst: boolean },
    context: RequestContext,
  ): Promise<FoundAccount> {
    const problem = accounts.check(user);
    if (problem !== undefined) return refused('account_refused', user.id);
    const linked = await database.transaction(async (transaction) => {
      const outcome = await identities.link(transaction, subject, user.id);
      const change = { userId: user.id, provider: subject.provider, change: 'linked', isFirst } as const;
      if (outcome?.isNew === true) await notices.tell(transaction, change, context);
      return outcome;
    });
    // A parallel request may have linked the same subject first.
    if (linked?.identity.userId !== user.id) return refused('linked_to_another');
    return { kind: 'found', user, identity: linked.identity };
  }

  async function signUp(
    { provider, claims }: { readonly provider: Provider; readonly claims: Claims },
    address: string,
  ): Promise<UserRow | undefined> {
    const roles = rolesOf(claims, provider);
    if (provider.signUp === 'nobody' || (provider.signUp === 'with_role' && roles.length === 0))
      return undefined;
    for (const username of namesFor(claims, address)) {
      const outcome = await accounts.createAccount({
        username,
        emailAddress: address,
        // The owner can set a password by email.
        password: null,
        role: roles.length === 0 ? 'ROLE_USER' : roles,
        enabled: true,
        overwrite: false,
      });
      if (outcome.kind !== 'refused') return rows.byId(database, outcome.user.id);
      if (outcome.violations.some(({ propertyPath }) => propertyPath !== 'username')) break;
    }
    // A parallel request of the same person may have created the account first.
    const made = await rows.byEmailAddress(database, address);
    const isSame = made !== undefined && mailboxOf(made.emailAddress) === mailboxOf(address);
    return isSame && made.emailAddressVerified ? made : undefined;
  }

  async function sync(user: UserRow, roles: readonly string[], context: RequestContext): Promise<UserRow> {
    await accounts.changeAccount({ id: user.id }, context, (row) =>
      Promise.resolve(row.enabled ? { values: { roles } } : undefined),
    );
    return (await rows.byId(database, user.id)) ?? user;
  }

  async function find(
    given: { readonly provider: Provider; readonly subject: string; readonly claims: Claims },
    context: RequestContext,
  ): Promise<FoundAccount> {
    const subject = { provider: given.provider.name, subject: given.subject };
    const identity = await identities.find(subject);
    const known = identity && (await rows.byId(database, identity.userId));
    if (identity !== undefined && known !== undefined) return { kind: 'found', user: known, identity };
    const address = verifiedAddress(given.claims, given.provider);
    if (address === undefined) return refused('address_not_verified');
    const existing = await rows.byEmailAddress(database, address);
    if (existing === undefined) {
      const made = await signUp(given, address);
      return made === undefined
        ? refused('account_not_found')
        : link(subject, { user: made, isFirst: true }, context);
    }
    if (!existing.emailAddressVerified || mailboxOf(existing.emailAddress) !== mailboxOf(address))
      return refused('account_not_verified', existing.id);
    return link(subject, { user: existing, isFirst: false }, context);
  }

  return async (given, context) => {
    const found = await find(given, context);
    if (found.kind === 'refused' || !given.provider.syncRoles) return found;
    if (accounts.check(found.user) !== undefined) return found;
    const roles = syncedRoles(found.user.roles, rolesOf(given.claims, given.provider), given.provider);
    return roles === undefined ? found : { ...found, user: await sync(found.user, roles, context) };
  };
}

/** Returns the email address if the provider has verified it. */
function verifiedAddress(
  claims: Claims,
  { assumeVerified }: Pick<Provider, 'assumeVerified'>,
): string | undefined {
  const { email, email_verified: isVerified } = claims;
  if (typeof email !== 'string' || email === '' || email.length > 255) return undefined;
  return isVerified === true || (assumeVerified && isVerified === undefined) ? email : undefined;
}

/** Lists candidate usernames in order of preference. */
function namesFor({ preferred_username: preferred }: Claims, address: string): readonly string[] {
  const names = typeof preferred === 'string' && preferred.trim() !== '' ? [preferred.trim()] : [];
  const suffix = randomBytes(4).toString('hex');
  const stem = (names[0] ?? address).slice(0, 240);
  return [...new Set([...names, address, `${stem}-${suffix}`])];
}
