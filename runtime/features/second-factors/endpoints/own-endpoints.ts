import { isGranted, ROLE_SUPER_ADMIN } from '../../../kernel/authorization/role-hierarchy.js';
import type { ApiRequest, ApiResponse, Endpoint } from '../../../kernel/contract/http/http.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import { denied, notFound } from '../../../kernel/errors/catalog.js';
import { isUuid } from '../../../kernel/util/is-uuid.js';
import { requireSession } from '../fresh-proof.js';
import type { OwnRequest } from '../own/own-changes.js';
import type { OwnFactors } from '../own/own-factors.js';
import type { ResetFactors } from '../reset-factors.js';
import { TYPES } from './login-endpoints.js';
import * as documentation from './own-documentation.js';

/**
 * Creates the endpoints for users to manage their own factors, and for super administrators to reset those of others.
 * Machine tokens are refused.
 */
export function createOwnEndpoints(own: OwnFactors, reset: ResetFactors): Endpoint[] {
  const endpoints: readonly Endpoint[] = [
    {
      method: 'GET',
      pattern: '/me/second_factors',
      authentication: 'strict',
      documentation: documentation.LIST,
      handle: async ({ context }) => show(await own.list(requireSession(context))),
    },
    post('/me/proof', documentation.PROVE, own.prove),
    ask('/me/totp', documentation.BEGIN_APP, own.beginApp),
    post('/me/totp/confirm', documentation.CONFIRM_APP, own.confirmApp),
    remove('/me/totp', documentation.REMOVE_APP, own.removeApp),
    ask('/me/recovery_codes', documentation.RENEW_CODES, own.renewCodes),
    ask('/me/passkeys/options', documentation.BEGIN_PASSKEY, own.beginPasskey),
    {
      method: 'POST',
      pattern: '/me/passkeys',
      accepts: TYPES,
      documentation: documentation.ADD_PASSKEY,
      handle: async (request) => show(await own.addPasskey(await withBody(request)), 201),
    },
    {
      method: 'PATCH',
      pattern: '/me/passkeys/{id}',
      accepts: ['application/merge-patch+json', ...TYPES],
      documentation: documentation.RENAME_PASSKEY,
      handle: async (request) => show(await own.renamePasskey(idOf(request), await withBody(request))),
    },
    remove('/me/passkeys/{id}', documentation.REMOVE_PASSKEY, (owned, request) =>
      own.removePasskey(idOf(request), owned),
    ),
    {
      method: 'DELETE',
      pattern: '/users/{id}/second_factors',
      documentation: documentation.RESET,
      handle: (request) => resetOther(request, reset),
    },
  ];
  return endpoints.map((endpoint) => ({ ...endpoint, tokens: 'refused' }));
}

const show = (body: JsonObject, status = 200): ApiResponse => ({ status, body, cache: 'private' });

function post(
  pattern: string,
  described: JsonObject,
  work: (request: OwnRequest) => Promise<JsonObject>,
): Endpoint {
  return {
    method: 'POST',
    pattern,
    accepts: TYPES,
    documentation: described,
    handle: async (request) => show(await work(await withBody(request))),
  };
}

/** Creates an endpoint without a body. */
function ask(
  pattern: string,
  described: JsonObject,
  work: (request: OwnRequest) => Promise<JsonObject>,
): Endpoint {
  return {
    method: 'POST',
    pattern,
    documentation: described,
    handle: async (request) => show(await work(ownRequest(request, {}))),
  };
}

function remove(
  pattern: string,
  described: JsonObject,
  work: (owned: OwnRequest, request: ApiRequest) => Promise<void>,
): Endpoint {
  return {
    method: 'DELETE',
    pattern,
    documentation: described,
    async handle(request) {
      await work(ownRequest(request, {}), request);
      return { status: 204, cache: 'private' };
    },
  };
}

const idOf = ({ parameters }: ApiRequest): string => parameters.id ?? '';

function ownRequest({ context, address }: ApiRequest, body: JsonObject): OwnRequest {
  return { user: requireSession(context), body, address, context };
}

/** Reads the body after access was checked, so that refused callers learn nothing about its validity. */
async function withBody(request: ApiRequest): Promise<OwnRequest> {
  requireSession(request.context);
  return ownRequest(request, await request.json());
}

async function resetOther(request: ApiRequest, reset: ResetFactors): Promise<ApiResponse> {
  const { actor } = request.context;
  if (!isGranted(actor, ROLE_SUPER_ADMIN)) throw denied(actor);
  const id = idOf(request);
  const isKnown = isUuid(id) && (await reset(id.toLowerCase(), request.context));
  if (!isKnown) throw notFound();
  return { status: 204, cache: 'private' };
}
