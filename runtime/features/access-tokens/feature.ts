import { auditLogOf } from '../../kernel/contract/features/audit.js';
import { provide } from '../../kernel/contract/features/feature-api.js';
import type { CreateFeature } from '../../kernel/feature-module.js';
import { schemasOf } from '../../kernel/system-resources/document-system-resource.js';
import { createSystemWrites } from '../../kernel/system-resources/system-writes.js';
import { createThrottle } from '../../kernel/throttle/throttle.js';
import { ACCOUNTS, BEARERS } from '../accounts/public-api.js';
import { createBearers, createFindTokenActor, tagOf } from './bearers.js';
import { createTokenCommands } from './commands.js';
import { FIND_TOKEN_ACTOR, MADE_BY_TOKENS } from './public-api.js';
import { createTokenEndpoints } from './endpoints/access-tokens.js';
import { accessTokenErrors } from './errors.js';
import { createLastUses } from './last-uses.js';
import { type AccessToken, accessToken } from './resource.js';
import { publishRule, scopeFilter, scopeVoter } from './scope-rules.js';
import { ACCESS_TOKENS_SETTINGS } from './settings.js';
import { createStoredTokens } from './stored-tokens.js';

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
  const uses = createLastUses({ stored, database, clock, log });
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
  const writes = createSystemWrites<AccessToken>({
    ...kernel,
    store: stored,
    audit: {
      log: auditLogOf(apis),
      describe: ({ owner }) => ({ kind: 'access-token', account: owner }),
    },
    tagsOf: ({ tokenHash }) => [tagOf(tokenHash)],
  });
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
        table: accessToken.table,
        column: 'expires_at',
        keepSeconds: KEEP_SECONDS,
      },
    ],
    documentation: {
      tag: { name: 'Access tokens', description: 'Tokens with which programs call the API.' },
      schemas: schemasOf(accessToken),
    },
    endpoints: () =>
      createTokenEndpoints({
        ...{ ...kernel, store: stored, writes },
        findActor: accounts.findActor,
        madeBy: () => apis.getAll(MADE_BY_TOKENS),
      }),
    commands: createTokenCommands({ ...kernel, writes, stored, accounts }),
    close: () => uses.close(),
  };
};
