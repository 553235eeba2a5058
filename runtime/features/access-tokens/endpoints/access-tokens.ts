import { isGranted, ROLE_SUPER_ADMIN } from '../../../kernel/authorization/role-hierarchy.js';
import type { RequestContext } from '../../../kernel/contract/context.js';
import type { Endpoint } from '../../../kernel/contract/http/http.js';
import type { Kernel } from '../../../kernel/kernel.js';
import {
  createSystemEndpoints,
  type SystemEndpointDeps,
} from '../../../kernel/system-resources/system-endpoints.js';
import type { ReadMember } from '../../../kernel/system-resources/system-members.js';
import { isUuid } from '../../../kernel/util/is-uuid.js';
import { type FindActor, USER } from '../../accounts/public-api.js';
import { accessTokenErrors } from '../errors.js';
import { createReadScopes } from '../read-scopes.js';
import { type AccessToken, accessToken } from '../resource.js';
import { completeToken } from '../complete-token.js';
import type { MadeByTokens } from '../public-api.js';

export interface TokenEndpointDeps
  extends
    Pick<Kernel, 'iris' | 'guard' | 'registry'>,
    Pick<SystemEndpointDeps<AccessToken>, 'store' | 'writes'> {
  readonly findActor: FindActor;
  /** Lists of objects created by tokens, one per contributing feature. */
  readonly madeBy: () => readonly MadeByTokens[];
}

/**
 * The token endpoints, for signed-in super administrators only. Tokens cannot manage tokens (contract decision 109).
 */
export function createTokenEndpoints(deps: TokenEndpointDeps): readonly Endpoint[] {
  const scopes = createReadScopes(deps.registry);
  return createSystemEndpoints<AccessToken>({
    ...deps,
    resource: accessToken,
    badCursor: accessTokenErrors.badPlace,
    tokens: 'refused',
    mayUse: (actor) => isGranted(actor, ROLE_SUPER_ADMIN),
    readersFor: (context) => ({ scopes, owner: createReadOwner(context, deps) }),
    complete: (read, _body, { now }) => completeToken(read, now),
    async compute(tokens, shape) {
      if (shape === 'list') return [];
      return Promise.all(
        tokens.map(async ({ id }) => {
          const made = await Promise.all(deps.madeBy().map((list) => list(id)));
          return { made: made.flat() };
        }),
      );
    },
  });
}

/** Creates the reader of the owner, an account that can sign in; default: the caller. */
const createReadOwner =
  (
    { actor }: RequestContext,
    { iris, findActor }: Pick<TokenEndpointDeps, 'iris' | 'findActor'>,
  ): ReadMember<string> =>
  async (sent, { report }) => {
    if (sent === undefined || sent === null) return actor.user?.id;
    const target = typeof sent === 'string' ? iris.parse(sent) : undefined;
    const isAccount = target?.kind === 'item' && target.resource.name === USER && isUuid(target.key);
    const owner = isAccount ? await findActor(target.key.toLowerCase()) : undefined;
    return owner?.user?.id ?? report('No enabled account has this user name.');
  };
