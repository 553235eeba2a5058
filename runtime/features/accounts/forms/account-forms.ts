import type { RequestContext } from '../../../kernel/contract/context.js';
import { denied } from '../../../kernel/errors/catalog.js';
import type { BuiltInFormType } from '../../../kernel/form-flow.js';
import type { RegisteredResource } from '../../../kernel/metadata/resource-registry.js';
import { PASSWORD_CREATE } from '../model/user.js';
import type { AccountsConfig } from '../settings.js';
import { WRONG_PASSWORD } from '../user-passwords.js';
import type { Users } from '../users.js';
import { requireCaller } from './caller.js';
import { CHANGE_PASSWORD, userLogin } from './definitions.js';
import { newEmailAddress } from './new-email-address.js';
import { passwordUpdate } from './password-update.js';
import { storeOwn } from './store-own.js';
import { userRegister } from './user-register.js';
import { validateFields } from './validate-fields.js';

const GROUPS: ReadonlySet<string> = new Set([PASSWORD_CREATE]);

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

/** Another password, for whoever knows the present one; the other sessions of the account end. */
function changePassword(users: Users): BuiltInFormType {
  return {
    definition: CHANGE_PASSWORD,
    isPrivate: true,
    shown: (context) => ({ data: { username: requireCaller(context).username } }),
    async judge(judged) {
      const { submission, context } = judged;
      const { id } = requireCaller(context);
      const { oldPassword, plainPassword } = submission.data;
      await validateFields(judged, { id, former: {}, groups: GROUPS, values: { plainPassword } }, users);
      if (!submission.isJudged('oldPassword')) return;
      // An empty one is no guess.
      const isRight = typeof oldPassword === 'string' && (await users.isCurrentPassword(id, oldPassword));
      if (!isRight) submission.addError('oldPassword', WRONG_PASSWORD);
    },
    async flow({ submission, context: from }, work, { enter }) {
      const { plainPassword } = submission.data;
      const password = await users.hasher.hash(String(plainPassword)); // judged
      const step = storeOwn({ users, change: { values: {}, concealed: { password } } });
      return enter({ context: from }, ({ context }) => work(step, context));
    },
  };
}
