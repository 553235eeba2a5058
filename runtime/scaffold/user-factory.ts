import { validationFailed } from '../kernel/errors/catalog.js';
import { ROLE_ADMIN, ROLE_SUPER_ADMIN, ROLE_USER } from '../kernel/authorization/role-hierarchy.js';
import type { CreateAccount } from '../features/accounts/public-api.js';

/**
 * Options of a user created by a scaffold or on the command line (accounts.md sections 12.1 and 13).
 *
 * @example
 * const admin: UserFactoryOptions = { admin: true, overwrite: true };
 */
export interface UserFactoryOptions {
  readonly inactive?: boolean;
  readonly superAdmin?: boolean;
  readonly admin?: boolean;
  readonly overwrite?: boolean;
}

/** Creates users without sending mail. */
export interface UserFactory {
  /** @throws AppError 422 with the violations of an invalid user */
  create(username: string, password: string, email?: string, options?: UserFactoryOptions): Promise<void>;
}

/** Creates the factory for the accounts of a project. */
export function createUserFactory(createAccount: CreateAccount): UserFactory {
  return {
    // eslint-disable-next-line @typescript-eslint/max-params -- the call of accounts.md section 13
    async create(username, password, email, options = {}) {
      const outcome = await createAccount({
        username,
        emailAddress: email ?? username,
        password,
        role: roleOf(options),
        enabled: options.inactive !== true,
        overwrite: options.overwrite === true,
      });
      if (outcome.kind === 'refused') throw validationFailed(outcome.violations);
    },
  };
}

function roleOf({ superAdmin, admin }: UserFactoryOptions): string {
  if (superAdmin === true) return ROLE_SUPER_ADMIN;
  return admin === true ? ROLE_ADMIN : ROLE_USER;
}
