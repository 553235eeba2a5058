import type { Accounts } from '../../accounts/index.js';
import type { AppConfig } from '../../config/app-config.js';
import type { RemoveUser } from '../../content/cascade/remove-user.js';
import type { ApiRequest, ApiResponse, Endpoint } from '../../contract/http.js';
import type { JsonObject } from '../../contract/json.js';
import { denied, notFound } from '../../errors/catalog.js';
import { isGranted, ROLE_ADMIN, type UserRow } from '../../security/index.js';
import { isUuid } from '../../util/is-uuid.js';
import { networkOf } from '../../util/network-of.js';
import type { TellIgnored } from '../tell-ignored.js';
import { createThrottle, type Throttle } from '../throttle.js';
import type { UserListPrinter } from '../user-list-printer.js';
import { linkSource } from './accounts-email.js';

interface UserEndpointsDeps {
  readonly accounts: Accounts;
  readonly removeUser: RemoveUser;
  readonly printUsers: UserListPrinter;
  readonly config: Pick<AppConfig, 'metadataKey' | 'pagination'>;
  readonly tell: TellIgnored;
}

const PATTERN = '/users/{id}';

/** As many registrations as failed logins, in the same time (contract decision 67). */
const REGISTRATIONS = { points: 100, durationSeconds: 900 };

/** Each new address gets a mail: room to correct mistakes, none to write to strangers with. */
const ADDRESS_CHANGES = { points: 10, durationSeconds: 900 };

/** The operations of accounts.md section 6.2. */
export function userEndpoints(deps: UserEndpointsDeps): Endpoint[] {
  const { accounts, config, printUsers, tell } = deps;
  const listParameters = new Set([
    ...['search', 'page', 'pagination', config.pagination.itemsPerPageParameterName],
    ...accounts.resource.orderFields.map((field) => `order[${field}]`),
  ]);
  const registrations = createThrottle(REGISTRATIONS);
  const addressChanges = createThrottle(ADDRESS_CHANGES);
  return [
    {
      method: 'GET',
      pattern: '/users',
      async handle(request) {
        const { context, queryString } = request;
        const body = await printUsers(context, { queryString });
        return tell(request, { parameters: listParameters }, { status: 200, cache: 'user', body });
      },
    },
    {
      method: 'POST',
      pattern: '/users',
      accepts: ['application/ld+json', 'application/json'],
      handle: (request) => create(deps, registrations, request),
    },
    {
      method: 'GET',
      pattern: PATTERN,
      handle: async (request) => tell(request, {}, await read(accounts, request)),
    },
    {
      method: 'PATCH',
      pattern: PATTERN,
      accepts: ['application/merge-patch+json'],
      handle: (request) => update(deps, addressChanges, request),
    },
    { method: 'DELETE', pattern: PATTERN, handle: (request) => remove(deps, request) },
  ];
}

async function create(
  deps: UserEndpointsDeps,
  registrations: Throttle,
  request: ApiRequest,
): Promise<ApiResponse> {
  const { accounts } = deps;
  const { actor, now } = request.context;
  accounts.permissions.assert('create', actor);
  // A refused attempt counts too: it tells which names are taken. Administrators import accounts by the hundred.
  if (!isGranted(actor, ROLE_ADMIN)) await registrations.hit(networkOf(request.address));
  const body = await request.json();
  const sender = { actor, subject: undefined, now };
  const user = await accounts.users.create(accounts.input.read(body, sender), {
    actor,
    source: linkSource(request),
  });
  return answerWrite(deps, { request, body, sender, user, status: 201 });
}

interface UserWrite {
  readonly request: ApiRequest;
  readonly body: JsonObject;
  readonly sender: Parameters<Accounts['input']['read']>[1];
  readonly user: UserRow;
  readonly status: number;
}

/** The user as it is now, with the names of members that nothing looked at. */
function answerWrite(
  { accounts, config, tell }: UserEndpointsDeps,
  { request, body, sender, user, status }: UserWrite,
): ApiResponse {
  const document = accounts.documents.serialize(user, sender.actor);
  const known = new Set(['id', config.metadataKey, ...accounts.input.members(sender)]);
  const unknown = Object.keys(body).filter(
    (name) => !name.startsWith('@') && !known.has(name) && !Object.hasOwn(document, name),
  );
  return tell(request, { unknown }, { status, cache: 'user', body: document });
}

async function read(accounts: Accounts, request: ApiRequest): Promise<ApiResponse> {
  const user = await subject(accounts, request, 'read');
  return { status: 200, cache: 'user', body: accounts.documents.serialize(user, request.context.actor) };
}

async function update(
  deps: UserEndpointsDeps,
  addressChanges: Throttle,
  request: ApiRequest,
): Promise<ApiResponse> {
  const { accounts } = deps;
  const { actor, now } = request.context;
  const user = await subject(accounts, request, 'update');
  const body = await request.json();
  const sender = { actor, subject: user, now };
  const changes = accounts.input.read(body, sender);
  const { newEmailAddress } = changes;
  const isMailed = Boolean(newEmailAddress) && newEmailAddress !== user.newEmailAddress;
  // Refused attempts count as those of registration do.
  if (isMailed && !isGranted(actor, ROLE_ADMIN)) await addressChanges.hit(user.id);
  const needsOldPassword = actor.user?.id === user.id;
  const source = linkSource(request);
  const changed = await accounts.users.update(user.id, changes, { actor, source, needsOldPassword });
  return answerWrite(deps, { request, body, sender, user: changed, status: 200 });
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
