import type { Answers } from '../../kernel/endpoints/answers.js';
import type { Kernel } from '../../kernel/kernel.js';
import { accountEndpoints } from './endpoints/accounts.js';
import type { ShowCaller } from './endpoints/accounts-session.js';
import { limitRegistrations } from './endpoints/accounts-users.js';
import { createResourceEndpoints } from '../../kernel/endpoints/resource-endpoints.js';
import type { Endpoint } from '../../kernel/contract/http.js';
import type { Feature, Service } from '../../kernel/feature.js';
import { USER } from './is-user.js';
import type { Accounts } from './accounts.js';
import type { Users } from './users.js';

export interface AccountsUses {
  readonly users: Users;
  readonly answers: Answers;
}

/** Users, their sessions and the mails about them (accounts.md sections 2 to 7). */
export function createAccountsFeature(kernel: Kernel, { users, answers }: AccountsUses): Feature {
  const { access, writeRule, representation, registrations } = users;
  const resource = kernel.registry.require(USER);
  return {
    name: 'accounts',
    reads: {
      voters: [access.voter],
      assertListable: (type, { actor }) => access.assertListable(type, actor),
    },
    writes: {
      rules: [writeRule],
      assertCreatable: (type, { actor }) => access.assertCreatable(type, actor),
    },
    representation: [representation],
    endpoints: (service) =>
      limitRegistrations(createResourceEndpoints(resource, { ...answers, ...service }), resource, {
        operations: service.operations,
        registrations,
      }),
  };
}

/** Sessions, addresses and passwords: made of the services that stand on the operations. */
export function createAccountEndpoints(
  kernel: Kernel,
  {
    accounts,
    answers,
    service,
  }: { readonly accounts: Accounts; readonly answers: Answers; readonly service: Service },
): readonly Endpoint[] {
  return accountEndpoints(accounts, callerShower(kernel, answers, service));
}

/** The caller's own user, whatever the rules for users say. */
function callerShower(kernel: Kernel, answers: Answers, { operations }: Service): ShowCaller {
  const resource = kernel.registry.require(USER);
  return async (request) => {
    const { context } = request;
    const { user } = context.actor;
    const scope = { session: operations.session, context };
    const record =
      user === null ? undefined : await kernel.reader.find(scope.session, { type: USER, id: user.id });
    if (record === undefined) return undefined;
    const [own] = await operations.represent([record], 'item', scope);
    return own && answers.item(resource)(own, request, 200);
  };
}

export { loadJwtKeys, makePassingKeys } from './authentication/index.js';
export type { JwtKeys } from './authentication/index.js';
export { createAccounts } from './accounts.js';
export { createAccountForms, createRegistrationGuard } from './forms/account-forms.js';
export { createUsers } from './users.js';
export { USER, withAccountFields } from './is-user.js';
export type { Accounts, AccountsDeps } from './accounts.js';
export type { UsersDeps, Users } from './users.js';
export type { CreateAccount } from './create-account.js';
export type { ExpiryField, SessionExpiry } from './session-expiry.js';
