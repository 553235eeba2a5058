import { auditLogOf } from '../../kernel/contract/features/audit.js';
import { provide } from '../../kernel/contract/features/feature-api.js';
import type { ResourceDescriptor } from '../../kernel/contract/schema/resource.js';
import type { RunCommand } from '../../kernel/contract/records/use-cases.js';
import { createResourceEndpoints } from '../../kernel/endpoints/resource-endpoints.js';
import type { CreateFeature } from '../../kernel/feature-module.js';
import { FORM_TYPES } from '../../extension-points/forms/form-flow.js';
import type { Kernel } from '../../kernel/kernel.js';
import { createThrottle } from '../../kernel/throttle/throttle.js';
import { createAccounts } from './accounts.js';
import { accountOf, expressionFields, loadJwtKeys, makePassingKeys } from './authentication/index.js';
import {
  ACCOUNT_PARTS,
  ACCOUNTS,
  ACCOUNTS_SETTINGS,
  BEARERS,
  FIND_ACTOR,
  RECENT_PROOF,
  SESSION_COOKIE,
  SIGN_IN_STEPS,
  SIGNING_KEY,
  SUBSCRIPTIONS,
} from './public-api.js';
import { addressNotices } from './address-notices.js';
import { accountEndpoints } from './endpoints/accounts.js';
import type { ShowCaller } from './endpoints/accounts-session.js';
import { limitRegistrations } from './endpoints/accounts-users.js';
import { createAccountForms, createRegistrationGuard } from './forms/account-forms.js';
import { isUser, USER } from './is-user.js';
import { machineRule } from './machine-rule.js';
import { createNameAuthor } from './name-author.js';
import { createSessionExpiryCommand } from './refresh-tokens-expire.js';
import { createSessionLifetime } from './session-lifetime.js';
import { createSessionMetric } from './session-measure.js';
import { createUserCommand } from './user-create.js';
import { createUsers } from './users.js';

/** Limit of new addresses per account (contract decision 67). */
const ADDRESS_CHANGES = { name: 'new addresses', points: 10, durationSeconds: 900 };

/**
 * Limit of registrations, the same as for failed logins (contract decision 67), because they reveal which names are
 * taken.
 */
const REGISTRATIONS = { name: 'registrations', points: 100, durationSeconds: 900 };
const NAME_CHECKS = { ...REGISTRATIONS, name: 'checks of names' };

export const apis = [ACCOUNTS, FIND_ACTOR, SIGNING_KEY, SESSION_COOKIE, FORM_TYPES];

/**
 * Exposes the same fields of a user record to expressions as of the caller: the id, and the roles with all implied
 * ones.
 */
export function describe(resource: ResourceDescriptor): ResourceDescriptor {
  if (!isUser(resource)) return resource;
  return { ...resource, expressionObject: (record) => expressionFields(accountOf(record)) };
}

/** @throws Error naming the variable if a signing key is missing, unreadable or locked by another passphrase. */
export const create: CreateFeature = async (kernel, apis) => {
  const { registry, ports, answers, isMaintenance } = kernel;
  const config = kernel.configOf(ACCOUNTS_SETTINGS);
  const keys = await (isMaintenance ? makePassingKeys() : loadJwtKeys(config));
  const [subscriptions] = await apis.openAll(SUBSCRIPTIONS);
  const [replaced] = await apis.openAll(ACCOUNT_PARTS);
  const parts = { ...subscriptions, ...replaced };
  const resource = registry.require(USER);
  const audit = auditLogOf(apis);
  const users = createUsers({
    ...kernel,
    ...parts,
    ...ports,
    config,
    audit,
    resource,
    addressChanges: createThrottle(ADDRESS_CHANGES, kernel),
    registrations: createThrottle(REGISTRATIONS, kernel),
    nameChecks: createThrottle(NAME_CHECKS, kernel),
    assertRecentProof: (actor) => apis.get(RECENT_PROOF)(actor),
  });
  const run: RunCommand = (...command) => kernel.service().operations.run(...command);
  const accounts = createAccounts({
    ...kernel,
    ...parts,
    users,
    keys,
    run,
    audit,
    bearerFor: (value) => apis.getAll(BEARERS).find((bearers) => bearers.isOne(value)),
    steps: () => apis.getAll(SIGN_IN_STEPS),
  });
  const { access, writeRule, representation, registrations } = users;
  return {
    provides: [
      provide(ACCOUNTS, accounts),
      provide(FIND_ACTOR, accounts.findActor),
      provide(SIGNING_KEY, keys.privateKey),
      provide(SESSION_COOKIE, config.refreshToken.cookieName),
      provide(FORM_TYPES, {
        types: createAccountForms({ config, users, resource }),
        guards: { [USER]: createRegistrationGuard(users) },
      }),
    ],
    http: { authenticator: accounts.authenticator },
    notices: addressNotices(config),
    retention: [createSessionLifetime(kernel.database, config.refreshToken.ttl)],
    metrics: [createSessionMetric(kernel)],
    unitOfWork: { ...users.unitOfWork, beforeDelete: users.removed },
    reads: { voters: [access.voter] },
    writes: { rules: [machineRule, writeRule], nameAuthor: createNameAuthor(kernel.reader) },
    representation: [representation],
    commands: [createUserCommand(accounts.createAccount), createSessionExpiryCommand(accounts.sessionExpiry)],
    endpoints: (service) => [
      ...limitRegistrations(createResourceEndpoints(resource, { ...answers, ...service }), resource, {
        operations: service.operations,
        registrations,
      }),
      ...accountEndpoints(accounts, callerShower(kernel)),
    ],
  };
};

/** Creates the response with the current user, whatever the access rules for users. */
function callerShower(kernel: Kernel): ShowCaller {
  const { answers } = kernel;
  const resource = kernel.registry.require(USER);
  return async (request) => {
    const { context } = request;
    const { user } = context.actor;
    const { operations } = kernel.service();
    const scope = { session: operations.session, context };
    const record =
      user === null ? undefined : await kernel.reader.find(scope.session, { type: USER, id: user.id });
    if (record === undefined) return undefined;
    const [own] = await operations.represent([record], 'item', scope);
    return own && answers.item(resource)(own, request, 200);
  };
}
