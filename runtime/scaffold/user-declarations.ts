import { AppError } from '../kernel/errors/app-error.js';
import { declaredHere, ScaffoldError } from './scaffold-error.js';
import type { ScaffoldStore } from './scaffold-store.js';
import type { SummaryCounter } from './load-summary.js';
import type { UserFactory, UserFactoryOptions } from './user-factory.js';

/** Account that `site.admin()` creates; null if none is configured. */
export type AdminAccount = {
  readonly username: string;
  readonly password: string;
  readonly email: string;
} | null;

/**
 * An account of a scaffold; the address defaults to its name.
 *
 * @example
 * const editor: DeclaredUser = { username: 'ada', password: 'correct horse battery', admin: true };
 */
export interface DeclaredUser extends UserFactoryOptions {
  readonly username: string;
  readonly password: string;
  readonly email?: string;
}

export interface UserDeclarations {
  /** Creates a user immediately, unless one of that name exists. */
  user(account: DeclaredUser): Promise<void>;
  /**
   * Creates the configured administrator (`ADMIN_USERNAME`, `ADMIN_PASSWORD`, `ADMIN_EMAIL`) as a super
   * administrator.
   */
  admin(): Promise<void>;
  /** Creates or overwrites users without checking whether they exist. */
  readonly users: UserFactory;
}

/** Creates the part of a site that declares accounts. */
export function createUserDeclarations(deps: {
  readonly store: ScaffoldStore;
  readonly counter: SummaryCounter;
  readonly admin: AdminAccount;
}): UserDeclarations {
  const { store, counter, admin } = deps;
  const user: UserDeclarations['user'] = async ({ username, password, email, ...options }) => {
    const declared = declaredHere();
    if (options.overwrite !== true && (await store.find('User', { username })) !== null) {
      counter.count('kept', 'user');
      return;
    }
    await store.users.create(username, password, email, options).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      const message = `The user "${username}" cannot be stored: ${error.message}`;
      throw new ScaffoldError(message, { cause: error, declared });
    });
    counter.count('created', 'user');
  };
  return {
    user,
    users: store.users,
    async admin() {
      if (admin !== null) await user({ ...admin, superAdmin: true });
    },
  };
}
