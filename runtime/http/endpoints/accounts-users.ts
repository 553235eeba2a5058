import type { Accounts } from '../../accounts/index.js';
import type { RemoveUser } from '../../content/cascade/remove-user.js';
import type { ApiRequest, ApiResponse, Endpoint } from '../../contract/http.js';
import { denied, notFound } from '../../errors/catalog.js';
import { isGranted, ROLE_ADMIN, type UserRow } from '../../security/index.js';
import { isUuid } from '../../util/is-uuid.js';
import { networkOf } from '../../util/network-of.js';
import { createThrottle, type Throttle } from '../throttle.js';
import type { UserListPrinter } from '../user-list-printer.js';
import { linkSource } from './accounts-email.js';

interface UserEndpointsDeps {
  readonly accounts: Accounts;
  readonly removeUser: RemoveUser;
  readonly printUsers: UserListPrinter;
}

const PATTERN = '/users/{id}';

/** As many registrations as failed logins, in the same time (contract decision 67). */
const REGISTRATIONS = { points: 100, durationSeconds: 900 };

/** The operations of accounts.md section 6.2. */
export function userEndpoints(deps: UserEndpointsDeps): Endpoint[] {
  const { accounts, printUsers } = deps;
  const registrations = createThrottle(REGISTRATIONS);
  return [
    {
      method: 'GET',
      pattern: '/users',
      async handle({ context, queryString }) {
        return { status: 200, cache: 'user', body: await printUsers(context, { queryString }) };
      },
    },
    {
      method: 'POST',
      pattern: '/users',
      accepts: ['application/ld+json', 'application/json'],
      handle: (request) => create(accounts, registrations, request),
    },
    { method: 'GET', pattern: PATTERN, handle: (request) => read(accounts, request) },
    {
      method: 'PATCH',
      pattern: PATTERN,
      accepts: ['application/merge-patch+json'],
      handle: (request) => update(accounts, request),
    },
    { method: 'DELETE', pattern: PATTERN, handle: (request) => remove(deps, request) },
  ];
}

async function create(
  accounts: Accounts,
  registrations: Throttle,
  request: ApiRequest,
): Promise<ApiResponse> {
  const { actor, now } = request.context;
  accounts.permissions.assert('create', actor);
  // A refused attempt counts too: it tells which names are taken. Administrators import accounts by the hundred.
  if (!isGranted(actor, ROLE_ADMIN)) await registrations.hit(networkOf(request.address));
  const changes = accounts.input.read(await request.json(), { actor, subject: undefined, now });
  const user = await accounts.users.create(changes, { actor, source: linkSource(request) });
  return { status: 201, cache: 'user', body: accounts.documents.serialize(user, actor) };
}

async function read(accounts: Accounts, request: ApiRequest): Promise<ApiResponse> {
  const user = await subject(accounts, request, 'read');
  return { status: 200, cache: 'user', body: accounts.documents.serialize(user, request.context.actor) };
}

async function update(accounts: Accounts, request: ApiRequest): Promise<ApiResponse> {
  const { actor, now } = request.context;
  const user = await subject(accounts, request, 'update');
  const changes = accounts.input.read(await request.json(), { actor, subject: user, now });
  const needsOldPassword = actor.user?.id === user.id;
  const source = linkSource(request);
  const changed = await accounts.users.update(user.id, changes, { actor, source, needsOldPassword });
  return { status: 200, cache: 'user', body: accounts.documents.serialize(changed, actor) };
}

async function remove(
  { accounts, removeUser }: UserEndpointsDeps,
  request: ApiRequest,
): Promise<ApiResponse> {
  const user = await subject(accounts, request, 'delete');
  await removeUser(user.id, request.context);
  return { status: 204, cache: 'private' };
}

/** The user a path names. Who may not see every user learns nothing about which ids exist. */
async function subject(
  accounts: Accounts,
  { parameters, context }: ApiRequest,
  operation: 'read' | 'update' | 'delete',
): Promise<UserRow> {
  const { actor } = context;
  const id = parameters.id ?? '';
  const user = actor.user !== null && isUuid(id) ? await accounts.users.find(id) : undefined;
  if (user !== undefined && accounts.permissions.isAllowed(operation, actor, user)) return user;
  throw user === undefined && accounts.permissions.isAllowed('list', actor) ? notFound() : denied(actor);
}
