import { reduceRoles } from '../../kernel/authorization/role-hierarchy.js';
import { ANONYMOUS } from '../../kernel/contract/context.js';
import type { RunCommand } from '../../kernel/contract/records/use-cases.js';
import type { Violation } from '../../kernel/contract/records/validation.js';
import type { ConcealedValues } from '../../kernel/contract/records/writes.js';
import { AppError } from '../../kernel/errors/app-error.js';
import type { Kernel } from '../../kernel/kernel.js';
import type { PasswordHasher } from '../../kernel/ports/password-hasher.js';
import { contextWithoutRequest } from '../../kernel/util/http/context-without-request.js';
import { type Account, accountOf, NO_PASSWORD, type UserRow, type UserRows } from './authentication/index.js';
import { USER } from './is-user.js';
import { PASSWORD_CREATE } from './model/user.js';
import { type AccountsConfig, DEVELOPMENT_PASSWORD } from './settings.js';
import type { UserNames } from './user-names.js';
import type { ValidateAccount } from './validate-account.js';

export interface AccountInput {
  readonly username: string;
  readonly emailAddress: string;
  /** Null for accounts without a password, such as single sign-on accounts. */
  readonly password: string | null;
  /** One role or several. */
  readonly role: string | readonly string[];
  readonly enabled: boolean;
  /** Overwrites an existing account with this username (contract decision 51). */
  readonly overwrite: boolean;
}

export type AccountOutcome =
  | { readonly kind: 'created' | 'overwritten'; readonly user: Account }
  | { readonly kind: 'refused'; readonly violations: readonly Violation[] };

/** Creates a verified account without a caller, for the console, scaffolds and single sign-on. Sends no mail. */
export type CreateAccount = (input: AccountInput) => Promise<AccountOutcome>;

export interface AccountCreationDeps extends Pick<Kernel, 'database' | 'reader' | 'clock' | 'log'> {
  readonly users: UserRows;
  readonly names: UserNames;
  readonly hasher: PasswordHasher;
  readonly run: RunCommand;
  readonly validate: ValidateAccount;
  /** The first administrator of the configuration. */
  readonly admin: AccountsConfig['admin'];
}

/** Values that cancel pending mail flows when an account is overwritten. */
const NOTHING_MAILED: ConcealedValues = {
  email_address_verify_token: null,
  email_address_verification_requested_at: null,
  email_address_verification_claim: null,
  new_email_verification_token: null,
  new_email_address_change_requested_at: null,
  new_email_address_change_claim: null,
  password_requested_at: null,
  password_request_claim: null,
};

export function createAccountCreation(deps: AccountCreationDeps): CreateAccount {
  const { database, users, clock, log } = deps;

  async function store(input: AccountInput, id: string | undefined): Promise<AccountOutcome> {
    const { username, emailAddress, role, enabled } = input;
    const password = input.password === null ? NO_PASSWORD : await deps.hasher.hash(input.password);
    return deps.run(contextWithoutRequest(ANONYMOUS, { clock, log }), async (scope) => {
      await deps.names.hold(scope.session, input);
      const before =
        id === undefined ? null : ((await deps.reader.findLocked(scope.session, { type: USER, id })) ?? null);
      const state = { newEmailAddress: null, emailAddressVerified: true };
      const values = { username, emailAddress, roles: reduceRoles([role].flat()), enabled, ...state };
      const concealed = { ...(before === null ? {} : NOTHING_MAILED), password };
      const change = { before, values, concealed, groups: ['Default'] };
      const { after } = await scope.commands.change(USER, change, scope);
      return { kind: before === null ? 'created' : 'overwritten', user: accountOf(after) };
    });
  }

  /** The first administrator in development has a well-known password. */
  const isOfDevelopment = ({ username, password }: AccountInput): boolean =>
    password === DEVELOPMENT_PASSWORD &&
    deps.admin?.password === DEVELOPMENT_PASSWORD &&
    deps.admin.username === username;

  /**
   * Returns all violations of an account with a weak password. Returns none for other accounts, which are validated
   * when they are stored.
   */
  async function refusalOf(
    input: AccountInput,
    existing: UserRow | undefined,
  ): Promise<readonly Violation[]> {
    const { username, emailAddress, password } = input;
    if (password === null || isOfDevelopment(input)) return [];
    const violations = await deps.validate({
      id: existing?.id,
      previous: existing === undefined ? {} : { ...existing },
      groups: new Set(['Default', PASSWORD_CREATE]),
      values: { username, emailAddress, plainPassword: password },
      actor: ANONYMOUS,
    });
    return violations.some(({ propertyPath }) => propertyPath === 'plainPassword') ? violations : [];
  }

  return async (input) => {
    const existing = input.overwrite ? await users.byUsername(database, input.username) : undefined;
    const violations = await refusalOf(input, existing);
    if (violations.length > 0) return { kind: 'refused', violations };
    try {
      return await store(input, existing?.id);
    } catch (error) {
      const violations = error instanceof AppError ? error.violations : undefined;
      if (violations === undefined) throw error;
      return { kind: 'refused', violations };
    }
  };
}
