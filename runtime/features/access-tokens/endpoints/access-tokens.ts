import { isGranted, ROLE_SUPER_ADMIN } from '../../../kernel/authorization/role-hierarchy.js';
import type { ApiRequest, ApiResponse, Endpoint } from '../../../kernel/contract/http/http.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import { MERGE_PATCH } from '../../../kernel/contract/http/media-types.js';
import { WRITE_TYPES } from '../../../kernel/endpoints/resource-endpoints.js';
import { denied, notFound, validationFailed } from '../../../kernel/errors/catalog.js';
import type { Kernel } from '../../../kernel/kernel.js';
import { isUuid } from '../../../kernel/util/is-uuid.js';
import { createViolationList } from '../../../kernel/validation/violation-list.js';
import { type FindActor, USER } from '../../accounts/public-api.js';
import type { AccessTokens } from '../access-tokens.js';
import { type MadeByTokens, TOKENS_PATH } from '../public-api.js';
import { readEnd, readName, readScopes } from '../read-token.js';
import type { AccessToken, StoredTokens } from '../stored-tokens.js';
import * as documentation from './documentation.js';
import { placeOf, readPlace } from './place-in-list.js';
import { createPrintToken } from './print-token.js';

/** Tokens per page. */
const PAGE_SIZE = 30;

export interface TokenEndpointDeps extends Pick<Kernel, 'iris' | 'registry'> {
  readonly tokens: AccessTokens;
  readonly stored: Pick<StoredTokens, 'list' | 'count'>;
  readonly findActor: FindActor;
  /** Lists of objects created by tokens, one per contributing feature. */
  readonly madeBy: () => readonly MadeByTokens[];
}

/**
 * The token endpoints, for signed-in super administrators only. Tokens cannot manage tokens (contract decision 109).
 */
export function createTokenEndpoints(deps: TokenEndpointDeps): Endpoint[] {
  const print = createPrintToken(deps);
  const printWhole = async (token: AccessToken): Promise<JsonObject> => {
    const made = await Promise.all(deps.madeBy().map((list) => list(token.id)));
    return { ...print(token), made: made.flat() };
  };
  const own = { documentation: documentation.READ, pattern: `${TOKENS_PATH}/{id}` };
  const endpoints: readonly Endpoint[] = [
    {
      method: 'POST',
      pattern: TOKENS_PATH,
      accepts: WRITE_TYPES,
      documentation: documentation.MAKE,
      async handle(request) {
        const { token, secret } = await deps.tokens.make(await readNew(request, deps), request.context);
        const body: JsonObject = { ...(await printWhole(token)), token: secret };
        return { status: 201, body, headers: { Location: String(body['@id']) }, cache: 'private' };
      },
    },
    {
      method: 'GET',
      pattern: TOKENS_PATH,
      documentation: documentation.LIST,
      handle: (request) => list(request, print, deps),
    },
    {
      ...own,
      method: 'GET',
      async handle(request) {
        return { status: 200, body: await printWhole(await find(request, deps)), cache: 'private' };
      },
    },
    {
      ...own,
      method: 'PATCH',
      accepts: [MERGE_PATCH],
      documentation: documentation.CHANGE,
      async handle(request) {
        const token = await find(request, deps);
        const changed = await deps.tokens.change(token, await readChange(request, token), request.context);
        return { status: 200, body: await printWhole(changed), cache: 'private' };
      },
    },
    {
      ...own,
      method: 'DELETE',
      documentation: documentation.REVOKE,
      async handle(request) {
        await deps.tokens.revoke(await find(request, deps), request.context);
        return { status: 204, cache: 'private' };
      },
    },
  ];
  return endpoints.map(forSuperAdministrators);
}

/** Refuses other callers before the lookup, so that they cannot find out whether a token exists. */
function forSuperAdministrators(endpoint: Endpoint): Endpoint {
  return {
    ...endpoint,
    tokens: 'refused',
    async handle(request) {
      const { actor } = request.context;
      if (!isGranted(actor, ROLE_SUPER_ADMIN)) throw denied(actor);
      return endpoint.handle(request);
    },
  };
}

async function list(
  { query, queryString }: ApiRequest,
  print: (token: AccessToken) => JsonObject,
  { stored, iris }: TokenEndpointDeps,
): Promise<ApiResponse> {
  const page = await stored.list({ after: readPlace(query), limit: PAGE_SIZE });
  const last = page.length === PAGE_SIZE ? page.at(-1) : undefined;
  const next = new URLSearchParams(queryString);
  if (last !== undefined) next.set('before', placeOf(last));
  const body = {
    '@type': 'Collection',
    member: page.map(print),
    totalItems: await stored.count(),
    ...(last === undefined ? {} : { next: `${iris.prefix}${TOKENS_PATH}?${next.toString()}` }),
  };
  return { status: 200, body, cache: 'private' };
}

/** @throws AppError 404 for an unknown token. */
async function find({ parameters }: ApiRequest, { tokens }: TokenEndpointDeps): Promise<AccessToken> {
  const { id = '' } = parameters;
  const token = isUuid(id) ? await tokens.find(id.toLowerCase()) : undefined;
  if (token === undefined) throw notFound();
  return token;
}

/** @throws AppError 422 with all violations. */
async function readNew(request: ApiRequest, deps: TokenEndpointDeps) {
  const { actor, now } = request.context;
  const body = await request.json();
  const violations = createViolationList();
  const report = violations.add.bind(violations);
  const given = {
    name: readName(body, report),
    scopes: readScopes(body, deps.registry, report),
    expiresAt: readEnd(body, now, report),
  };
  const { owner = null } = body;
  const ownerId = owner === null ? actor.user?.id : await ownerAt(owner, deps);
  if (ownerId === undefined)
    violations.add({
      propertyPath: 'owner',
      message: 'No enabled account has this user name.',
      code: null,
    });
  if (ownerId === undefined || violations.items.length > 0) throw validationFailed(violations.items);
  return { ...given, ownerId };
}

/**
 * Returns the id of the account that the token acts for. Undefined if the IRI is unknown or the account cannot sign in.
 */
async function ownerAt(
  owner: JsonObject[string],
  { iris, findActor }: Pick<TokenEndpointDeps, 'iris' | 'findActor'>,
): Promise<string | undefined> {
  const target = typeof owner === 'string' ? iris.parse(owner) : undefined;
  if (target?.kind !== 'item' || target.resource.name !== USER || !isUuid(target.key)) return undefined;
  return (await findActor(target.key.toLowerCase()))?.user?.id;
}

/**
 * Reads the changed name and expiry. Scopes and owner cannot be changed; the body may repeat them (contract decision
 * 29).
 */
async function readChange(
  request: ApiRequest,
  token: AccessToken,
): Promise<Pick<AccessToken, 'name' | 'expiresAt'>> {
  const body = await request.json();
  const violations = createViolationList();
  const report = violations.add.bind(violations);
  const changed = {
    name: Object.hasOwn(body, 'name') ? readName(body, report) : token.name,
    expiresAt: Object.hasOwn(body, 'expiresAt')
      ? readEnd(body, request.context.now, report)
      : token.expiresAt,
  };
  if (violations.items.length > 0) throw validationFailed(violations.items);
  return changed;
}
