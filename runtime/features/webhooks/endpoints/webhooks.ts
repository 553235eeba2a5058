import { randomUUID } from 'node:crypto';
import { isGranted, ROLE_SUPER_ADMIN } from '../../../kernel/authorization/role-hierarchy.js';
import type { ApiRequest, ApiResponse, Endpoint } from '../../../kernel/contract/http/http.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import { MERGE_PATCH, RESOURCE_TYPES } from '../../../kernel/contract/http/media-types.js';
import { assertAdministrator } from '../../../kernel/endpoints/assert-administrator.js';
import { notFound } from '../../../kernel/errors/catalog.js';
import type { Kernel } from '../../../kernel/kernel.js';
import type { ReaderOf, Readers } from '../delivery/readers.js';
import type { SendEvent } from '../delivery/send-event.js';
import { createSecret } from '../delivery/signature.js';
import { PrivateTargetError, resolveTarget, hostOf } from '../delivery/targets.js';
import { webhookErrors } from '../errors.js';
import { TEST } from '../events.js';
import type { Deliveries } from '../stored/deliveries.js';
import type { FindWebhook, FoundWebhook } from '../stored/find-webhook.js';
import type { WriteWebhooks } from '../stored/write-webhooks.js';
import type { Webhook } from '../webhook.js';
import * as documentation from './documentation.js';
import { ENDED, PATH, printDelivery, printWebhook } from './print-webhook.js';
import { readGivenSecret, readMembers, readNew, refuseMember } from './read-body.js';

export interface WebhookEndpointDeps extends Pick<Kernel, 'iris' | 'clock'> {
  readonly find: FindWebhook;
  readonly list: () => Promise<readonly Webhook[]>;
  readonly deliveries: Pick<Deliveries, 'of'>;
  readonly send: SendEvent;
  readonly write: WriteWebhooks;
  readonly readers: Readers;
  /** All event names. */
  readonly events: ReadonlySet<string>;
  readonly allowsPrivate: boolean;
}

type Handle = (request: ApiRequest, deps: WebhookEndpointDeps) => Promise<ApiResponse>;
type Declared = Pick<Endpoint, 'method' | 'accepts'> & {
  readonly documentation: JsonObject;
  readonly handle: Handle;
  /** Path below the collection. */
  readonly path: '' | `/{key}${string}`;
};

/** Creates the endpoints of webhooks (contract decision 110), for administrators. */
export function createWebhookEndpoints(deps: WebhookEndpointDeps): readonly Endpoint[] {
  return ENDPOINTS.map(({ path, handle, ...endpoint }) => ({
    ...endpoint,
    pattern: PATH + path,
    async handle(request) {
      assertAdministrator(request);
      return { cache: 'private', ...(await handle(request, deps)) };
    },
  }));
}

/** Returns the current document of a webhook. */
const print = async (
  webhook: Webhook,
  { readers, iris }: Pick<WebhookEndpointDeps, 'readers' | 'iris'>,
): Promise<JsonObject> => printWebhook(webhook, iris.prefix, await readers.hasEnded(webhook));

const list: Handle = async (_request, deps) => {
  const member = await Promise.all((await deps.list()).map((one) => print(one, deps)));
  return { status: 200, body: { '@type': 'Collection', member, totalItems: member.length } };
};

const create: Handle = async (request, deps) => {
  const body = await request.json();
  const accessTokenId = request.context.actor.token?.id ?? null;
  const webhook = { ...readNew(body, deps), accessTokenId };
  const secret = readGivenSecret(body) ?? createSecret();
  await assertReachable(webhook, request, deps);
  const stored = await deps.write.create(webhook, secret, request.context);
  return { status: 201, body: { ...(await print(stored, deps)), secret } };
};

const read: Handle = async (request, deps) => {
  const { webhook } = await requireOne(request, deps);
  return { status: 200, body: await print(webhook, deps) };
};

const change: Handle = async (request, deps) => {
  const webhook = await requireChangeable(request, deps);
  const { id, readerId, accessTokenId } = webhook;
  const members = readMembers(await request.json(), deps);
  if (members.isEnabled === true && (await deps.readers.hasEnded(webhook))) refuseMember('isEnabled', ENDED);
  const isAimed = members.address !== undefined || members.isEnabled === true;
  await assertReachable({ accessTokenId, ...(isAimed ? { readerId } : {}), ...members }, request, deps);
  const changed = await deps.write.change(id, members, request.context);
  if (changed === undefined) throw notFound();
  return { status: 200, body: await print(changed, deps) };
};

const remove: Handle = async (request, deps) => {
  const { id } = await requireChangeable(request, deps);
  if (!(await deps.write.remove(id, request.context))) throw notFound();
  return { status: 204 };
};

const rotate: Handle = async (request, deps) => {
  const { id } = await requireChangeable(request, deps);
  const secret = createSecret();
  const changed = await deps.write.rotate(id, secret, request.context);
  if (changed === undefined) throw notFound();
  return { status: 200, body: { ...(await print(changed, deps)), secret } };
};

const test: Handle = async (request, deps) => {
  const found = await requireOne(request, deps);
  const delivery = await deps.send(found, {
    messageId: randomUUID(),
    event: TEST,
    at: deps.clock.now().toISOString(),
    data: { '@id': `${deps.iris.prefix}${PATH}/${found.webhook.id}`, '@type': 'Webhook' },
    attempt: 1,
  });
  return { status: 200, body: printDelivery(delivery) };
};

const listDeliveries: Handle = async (request, deps) => {
  const { webhook } = await requireOne(request, deps);
  const member = (await deps.deliveries.of(webhook.id)).map(printDelivery);
  return { status: 200, body: { '@type': 'Collection', member, totalItems: member.length } };
};

const ENDPOINTS: readonly Declared[] = [
  { method: 'GET', path: '', documentation: documentation.LIST, handle: list },
  { method: 'POST', path: '', accepts: RESOURCE_TYPES, documentation: documentation.CREATE, handle: create },
  { method: 'GET', path: '/{key}', documentation: documentation.READ, handle: read },
  {
    method: 'PATCH',
    path: '/{key}',
    accepts: [MERGE_PATCH],
    documentation: documentation.CHANGE,
    handle: change,
  },
  { method: 'DELETE', path: '/{key}', documentation: documentation.REMOVE, handle: remove },
  { method: 'POST', path: '/{key}/rotate-secret', documentation: documentation.ROTATE, handle: rotate },
  { method: 'POST', path: '/{key}/test', documentation: documentation.TEST, handle: test },
  {
    method: 'GET',
    path: '/{key}/deliveries',
    documentation: documentation.DELIVERIES,
    handle: listDeliveries,
  },
];

/** @throws AppError 404 */
async function requireOne(
  { parameters }: ApiRequest,
  { find }: Pick<WebhookEndpointDeps, 'find'>,
): Promise<FoundWebhook> {
  const found = await find(parameters.key ?? '');
  if (found === undefined) throw notFound();
  return found;
}

/** @throws AppError 404, or 409 for a configured webhook */
async function requireStored(request: ApiRequest, deps: Pick<WebhookEndpointDeps, 'find'>): Promise<Webhook> {
  const { webhook } = await requireOne(request, deps);
  if (webhook.isConfigured) throw webhookErrors.configured();
  return webhook;
}

/**
 * Requires a stored webhook that the caller may change. A token that could change the target of another webhook would
 * receive content that it may not read.
 * @throws AppError 403 for a machine token that did not create it; otherwise like `requireStored`
 */
async function requireChangeable(
  request: ApiRequest,
  deps: Pick<WebhookEndpointDeps, 'find'>,
): Promise<Webhook> {
  const webhook = await requireStored(request, deps);
  const { token } = request.context.actor;
  if (token !== undefined && webhook.accessTokenId !== token.id) throw webhookErrors.otherMaker();
  return webhook;
}

const LOOK_UP_MS = 2000;

/**
 * Refuses addresses in private networks, if that is already known. The host is resolved again for each delivery.
 * @throws AppError 422
 */
async function assertReachable(
  { address, ...webhook }: { readonly address?: string } & Aimed,
  request: ApiRequest,
  deps: WebhookEndpointDeps,
): Promise<void> {
  await assertReader(webhook, request, deps);
  if (address === undefined) return;
  const isPrivate = await Promise.race([leadsAside(new URL(address), deps.allowsPrivate), soon()]);
  if (isPrivate) refuseMember('address', 'The host of this URL resolves to a private network.');
}

type Aimed = Pick<ReaderOf, 'accessTokenId'> & Partial<Pick<ReaderOf, 'readerId'>>;

/**
 * Validates the reader: a token of the owner, or any token for super administrators. Nobody can have content sent
 * that they may not read. A webhook created by a token is read with that token only.
 * @throws AppError 422
 */
async function assertReader(
  { readerId, accessTokenId }: Aimed,
  { context: { actor } }: ApiRequest,
  { readers }: Pick<WebhookEndpointDeps, 'readers'>,
): Promise<void> {
  if (readerId === undefined || readerId === null) return;
  if (accessTokenId !== null && readerId !== accessTokenId)
    refuseMember('reader', 'Only the access token that created this webhook can be its reader.');
  const reader = await readers.find({ readerId, accessTokenId });
  const isOwn = reader !== undefined && reader.user?.id === actor.user?.id;
  if (!isOwn && (reader === undefined || !isGranted(actor, ROLE_SUPER_ADMIN)))
    refuseMember('reader', 'You do not own an access token with this id.');
}

async function leadsAside(url: URL, allowsPrivate: boolean): Promise<boolean> {
  try {
    await resolveTarget(hostOf(url), allowsPrivate);
    return false;
  } catch (error) {
    // A host that cannot be resolved now may exist when something is sent.
    return error instanceof PrivateTargetError;
  }
}

const soon = (): Promise<boolean> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(false), LOOK_UP_MS).unref();
  });
