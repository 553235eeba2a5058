import { auditLogOf } from '../../kernel/contract/features/audit.js';
import { provide } from '../../kernel/contract/features/feature-api.js';
import type { CreateFeature } from '../../kernel/feature-module.js';
import { createThrottle } from '../../kernel/throttle/throttle.js';
import { ACCOUNTS, BEARERS } from '../accounts/public-api.js';
import { createAccessTokens } from './access-tokens.js';
import { createBearers, createFindTokenActor } from './bearers.js';
import { createTokenCommands } from './commands.js';
import { FIND_TOKEN_ACTOR, MADE_BY_TOKENS } from './public-api.js';
import { createTokenEndpoints } from './endpoints/access-tokens.js';
import { SCHEMAS } from './endpoints/documentation.js';
import { accessTokenErrors } from './errors.js';
import { createLastUses } from './last-uses.js';
import { publishRule, scopeFilter, scopeVoter } from './scope-rules.js';
import { ACCESS_TOKENS_SETTINGS } from './settings.js';
import { createStoredTokens } from './stored-tokens.js';
import { accessTokenTable } from './tables.js';

export const apis = [BEARERS, FIND_TOKEN_ACTOR];

/** Retention of expired tokens in seconds. The list shows them, so that administrators see why a machine is refused. */
const KEEP_SECONDS = 30 * 24 * 3600;
/** Divides the limit per minute into blocks. A busy token takes a block at a time, so most requests write nothing. */
const BLOCKS = 20;

export const create: CreateFeature = async (kernel, apis) => {
  const { database, clock, log } = kernel;
  const { throttle: points } = kernel.configOf(ACCESS_TOKENS_SETTINGS).accessTokens;
  const accounts = await apis.open(ACCOUNTS);
  const stored = createStoredTokens(database, accounts.rows);
  const uses = createLastUses({ stored, clock, log });
  const throttle = createThrottle(
    {
      name: 'access tokens',
      points,
      durationSeconds: 60,
      block: Math.max(1, Math.floor(points / BLOCKS)),
      refusal: accessTokenErrors.throttled,
    },
    kernel,
  );
  const shared = { accounts, stored, clock };
  const tokens = createAccessTokens({ ...kernel, stored, audit: auditLogOf(apis) });
  return {
    provides: [
      provide(BEARERS, createBearers({ ...shared, throttle, uses })),
      provide(FIND_TOKEN_ACTOR, createFindTokenActor(shared)),
    ],
    reads: { filters: [scopeFilter], voters: [scopeVoter] },
    writes: { rules: [publishRule] },
    retention: [
      {
        name: 'access-tokens',
        what: 'Expired access tokens',
        table: accessTokenTable,
        column: 'expires_at',
        keepSeconds: KEEP_SECONDS,
      },
    ],
    documentation: {
      tag: { name: 'Access tokens', description: 'Tokens with which programs call the API.' },
      schemas: SCHEMAS,
    },
    endpoints: () =>
      createTokenEndpoints({
        ...{ ...kernel, tokens, stored },
        findActor: accounts.findActor,
        madeBy: () => apis.getAll(MADE_BY_TOKENS),
      }),
    commands: createTokenCommands({ ...kernel, tokens, stored, accounts }),
    close: () => uses.close(),
  };
};
