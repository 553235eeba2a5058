import { isGranted, ROLE_ADMIN } from '../../../kernel/authorization/role-hierarchy.js';
import type { RequestContext } from '../../../kernel/contract/context.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import { denied } from '../../../kernel/errors/catalog.js';
import type { BuiltInFormType, EvaluatedSubmission } from '../../../extension-points/forms/form-flow.js';
import type { RegisteredResource } from '../../../kernel/metadata/resource-registry.js';
import { networkOf } from '../../../kernel/util/http/network-of.js';
import { parsedBody } from '../../../kernel/writes/body-result.js';
import { byLink } from '../by-link.js';
import { EMAIL_ADDRESS, PASSWORD_CREATE } from '../model/user.js';
import type { AccountsConfig } from '../settings.js';
import { assertManagesAccounts } from '../machine-rule.js';
import { WRONG_PASSWORD } from '../password-rules.js';
import { isNewAddress, limitAddressChanges } from '../user-passwords.js';
import type { Users } from '../users.js';
import { requireCaller } from './caller.js';
import {
  CHANGE_PASSWORD,
  NEW_EMAIL_ADDRESS,
  PASSWORD_UPDATE,
  USER_REGISTER,
  userLogin,
} from './definitions.js';
import { storeOwn } from './store-own.js';
import { validateFields } from './validate-fields.js';

/** Validation groups of a new address. */
const ADDRESS_GROUPS: ReadonlySet<string> = new Set([EMAIL_ADDRESS]);

/** Validation groups of a new account. */
const ACCOUNT_GROUPS: ReadonlySet<string> = new Set(['Default', PASSWORD_CREATE]);

const requestedText = ({ requested: { list } }: RequestContext, name: string): string => text(list[name]);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Validation groups of a new password. */
const PASSWORD_GROUPS: ReadonlySet<string> = new Set([PASSWORD_CREATE]);

export interface AccountFormsDeps {
  readonly config: Pick<AccountsConfig, 'apiPrefix'>;
  readonly users: Users;
  /** The user resource. */
  readonly resource: RegisteredResource;
}

/** Creates the forms of accounts in the order of accounts.md section 8. */
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
 * Guards forms that create users. Such a form opens registration to all of its visitors, so its editor must be allowed
 * to create users (contract decision 42).
 * @throws AppError 401/403
 */
export function createRegistrationGuard({
  access,
}: Pick<Users, 'access'>): (context: RequestContext) => void {
  return ({ actor }) => {
    if (!access.mayCreate(actor)) throw denied(actor);
    assertManagesAccounts(actor);
  };
}

/** Changes the password after verifying the current one, and ends the other sessions of the account. */
function changePassword(users: Users): BuiltInFormType {
  return {
    definition: CHANGE_PASSWORD,
    isPrivate: true,
    shown: (context) => ({ data: { username: requireCaller(context).username } }),
    async evaluate(evaluated) {
      const { submission, context } = evaluated;
      const { id } = requireCaller(context);
      const { oldPassword, plainPassword } = submission.data;
      await validateFields(
        evaluated,
        { id, previous: {}, groups: PASSWORD_GROUPS, values: { plainPassword } },
        users,
      );
      if (!submission.isEvaluated('oldPassword')) return;
      // An empty password does not count as a guess.
      const isRight = typeof oldPassword === 'string' && (await users.isCurrentPassword(id, oldPassword));
      if (!isRight) submission.addError('oldPassword', WRONG_PASSWORD);
    },
    async flow({ submission, context: from }, work, { enter }) {
      const { plainPassword } = submission.data;
      const password = await users.hasher.hash(String(plainPassword)); // validated
      const step = storeOwn({ users, change: { values: {}, concealed: { password } } });
      return enter({ name: 'changePassword', context: from }, ({ context }) => work(step, context));
    },
  };
}

/**
 * Sets a password by a mailed token. The token is checked last, so that the response reveals no more than
 * `/password/update`.
 */
function passwordUpdate(users: Users): BuiltInFormType {
  return {
    definition: PASSWORD_UPDATE,
    // The link that fills in the form contains the token.
    isPrivate: true,
    shown: (context) => ({
      data: {
        username: requestedText(context, 'username'),
        plainNewPasswordConfirmationToken: requestedText(context, 'token'),
      },
    }),
    evaluate: (evaluated) => {
      const { plainPassword } = evaluated.submission.data;
      const members = { id: undefined, previous: {}, groups: PASSWORD_GROUPS, values: { plainPassword } };
      return validateFields(evaluated, members, users);
    },
    async flow({ submission, context: from }, work, { enter }) {
      const { username, plainNewPasswordConfirmationToken: token, plainPassword } = submission.data;
      const password = text(plainPassword);
      const store = await users.prepareReset({ username: text(username), token: text(token), password });
      return enter({ name: 'resetPassword', context: byLink(from) }, ({ context }) =>
        work(async (_event, scope) => void (await store(scope)), context),
      );
    },
  };
}

/** Creates an account like POST of a user, but without its check of the caller. */
function userRegister(users: Users, resource: RegisteredResource): BuiltInFormType {
  return {
    definition: USER_REGISTER,
    async evaluate(evaluated) {
      await limitRegistration(evaluated, users);
      const { data: values } = evaluated.submission;
      await validateFields(evaluated, { id: undefined, previous: {}, groups: ACCOUNT_GROUPS, values }, users);
    },
    flow({ submission, context }, work, { prepareCreate }) {
      // Strings or null.
      const body = submission.data as JsonObject;
      return prepareCreate({ resource, body: parsedBody(body) }, context, (store, entered) =>
        work(async (event, scope) => {
          event.result = { record: (await store(scope)).after };
        }, entered),
      );
    },
  };
}

/**
 * Applies the limits of POST of a user, also to checks of names. Administrators are exempt because they import
 * accounts.
 */
async function limitRegistration(
  { submission, extent, address, context }: EvaluatedSubmission,
  { registrations, nameChecks }: Users,
): Promise<void> {
  if (isGranted(context.actor, ROLE_ADMIN)) return;
  const { username, emailAddress } = submission.data;
  const isWhole = extent === 'whole';
  if (isWhole) await registrations.hit(networkOf(address));
  else if (username != null || emailAddress != null) await nameChecks.hit(networkOf(address));
}

/** Requests a new address, which is confirmed by mail. An empty address cancels the pending one. */
function newEmailAddress(users: Users): BuiltInFormType {
  return {
    definition: NEW_EMAIL_ADDRESS,
    isPrivate: true,
    shown(context) {
      const { emailAddress, fields } = requireCaller(context);
      const pending = fields['newEmailAddress'];
      const help =
        typeof pending === 'string'
          ? `You have requested to change your email to \`${pending}\`. Please check your inbox to validate this email address.`
          : undefined;
      return {
        data: { newEmailAddress: emailAddress },
        ...(help === undefined ? {} : { help: { newEmailAddress: help } }),
      };
    },
    async evaluate(evaluated) {
      const { submission, context } = evaluated;
      const { id, fields: previous } = requireCaller(context);
      if (submission.isEvaluated('newEmailAddress')) {
        const { newEmailAddress } = submission.data;
        await limitAddress(evaluated, newEmailAddress, users);
        const members = { id, previous, groups: ADDRESS_GROUPS, values: { newEmailAddress } };
        await validateFields(evaluated, members, users);
      }
      await validateOwner(evaluated, users);
    },
    flow({ submission, context: from }, work, { enter }) {
      const newEmailAddress = submission.data['newEmailAddress'] ?? null;
      // Submitting the stored address needs no password, so nothing is written.
      const isStored = newEmailAddress !== null && newEmailAddress === pendingOf(from);
      const values = isStored ? {} : { newEmailAddress };
      const step = storeOwn({ users, names: values, change: { values, groups: [EMAIL_ADDRESS] } });
      return enter({ name: 'changeEmailAddress', context: from }, ({ context }) => work(step, context));
    },
  };
}

const pendingOf = (context: RequestContext): unknown => requireCaller(context).fields['newEmailAddress'];

/**
 * Requires the password for a new address (contract decision 121). Partial validation checks any submitted password,
 * whatever the address.
 */
async function validateOwner(
  { submission, extent, context }: EvaluatedSubmission,
  users: Users,
): Promise<void> {
  const { newEmailAddress, oldPassword } = submission.data;
  const isWhole = extent === 'whole';
  const isNeeded = isWhole ? isNewAddress(newEmailAddress, pendingOf(context)) : text(oldPassword) !== '';
  if (!isNeeded || !submission.isEvaluated('oldPassword')) return;
  if (!(await users.isOwner(context.actor, text(oldPassword))))
    submission.addError('oldPassword', WRONG_PASSWORD);
}

/** Applies the limit for an address in a PATCH of the user, also to checks whether an address is taken. */
async function limitAddress(
  { extent, context }: EvaluatedSubmission,
  address: unknown,
  { addressChanges, nameChecks }: Users,
): Promise<void> {
  const { actor } = context;
  const { id } = requireCaller(context);
  if (extent === 'partial') {
    if (typeof address === 'string' && !isGranted(actor, ROLE_ADMIN)) await nameChecks.hit(id);
  } else if (isNewAddress(address, pendingOf(context)))
    await limitAddressChanges({ id, actor, addressChanges });
}
