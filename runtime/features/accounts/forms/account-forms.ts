import type { AccountsConfig } from '../settings.js';
import type { RequestContext } from '../../../kernel/contract/context.js';
import { denied } from '../../../kernel/errors/catalog.js';
import type { RegisteredResource } from '../../../kernel/metadata/resource-registry.js';
import type { BuiltInFormType } from '../../../kernel/form-flow.js';
import type { Users } from '../users.js';
import { changePassword } from './change-password.js';
import { userLogin } from './definitions.js';
import { newEmailAddress } from './new-email-address.js';
import { passwordUpdate } from './password-update.js';
import { userRegister } from './user-register.js';

export interface AccountFormsDeps {
  readonly config: Pick<AccountsConfig, 'apiPrefix'>;
  readonly users: Users;
  /** The type of users. */
  readonly resource: RegisteredResource;
}

/** The forms of accounts (accounts.md section 8), in the order of that section. */
export function createAccountForms({
  config,
  users,
  resource,
}: AccountFormsDeps): readonly BuiltInFormType[] {
  return [
    {
      ...userRegister(users, resource),
      assertPlaceable: createRegistrationGuard(users),
    },
    newEmailAddress(users),
    changePassword(users),
    passwordUpdate(users),
    { definition: userLogin(`${config.apiPrefix}/login`) },
  ];
}

/**
 * A form that makes users opens registration to whoever sees it, so who sets it up may create users (contract decision 42).
 * @throws AppError 401/403
 */
export function createRegistrationGuard({
  access,
}: Pick<Users, 'access'>): (context: RequestContext) => void {
  return ({ actor }) => {
    if (!access.mayCreate(actor)) throw denied(actor);
  };
}
