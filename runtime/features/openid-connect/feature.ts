import type { CreateFeature } from '../../kernel/feature-module.js';
import type { Kernel } from '../../kernel/kernel.js';
import { createThrottle } from '../../kernel/throttle/throttle.js';
import { loadOptional } from '../../kernel/util/packages/optional-package.js';
import { createSealedTexts } from '../../kernel/util/text/sealed-texts.js';
import { ACCOUNTS, ACCOUNTS_SETTINGS, mailboxOf, SIGNING_KEY } from '../accounts/public-api.js';
import type { ConnectedProvider } from './endpoints/deps.js';
import { SCHEMAS } from './endpoints/schemas.js';
import { identityEndpoints } from './endpoints/identities.js';
import { logoutEndpoints } from './endpoints/logout.js';
import { PATH, signInEndpoints } from './endpoints/sign-in.js';
import { signInErrors } from './errors.js';
import { createFindAccount } from './find-account.js';
import { createFlowCookies } from './flow-cookie.js';
import { createIdentities } from './identities.js';
import { createIdentityNotices, createMailChannel } from './notices.js';
import { createRedirectTargets } from './redirect-targets.js';
import { OPENID_CONNECT_SETTINGS } from './settings.js';

/** Packages that are loaded when at least one provider is configured. */
const LIBRARIES = {
  names: ['openid-client', 'jose'],
  key: 'openid_connect.providers',
  setting: 'names a provider',
};

/**
 * Counts failed provider callbacks per client network. Throttled like failed logins (contract decision 47).
 */
const ATTEMPTS = { name: 'single sign-on', points: 100, durationSeconds: 900 };
/**
 * Remembers logout tokens for 15 minutes. By then a token is refused because it is older than five minutes.
 */
const LOGOUT_TOKENS = { name: 'logout tokens', points: 1, durationSeconds: 900 };

/** @throws ConfigError if a provider is configured but the required packages are not installed */
export const create: CreateFeature = async (kernel, apis) => {
  const { database, clock, iris } = kernel;
  const { server, user } = kernel.configOf(ACCOUNTS_SETTINGS);
  const accounts = await apis.open(ACCOUNTS);
  const signingKey = await apis.open(SIGNING_KEY);
  const identities = createIdentities(database, clock);
  const config = kernel.configOf(OPENID_CONNECT_SETTINGS);
  const notices = createIdentityNotices({ audit: accounts.audit, outbox: kernel.outbox, config });
  const callbackPath = (name: string): string => `${iris.prefix}${PATH}/${name}/callback`;
  const deps = {
    ...kernel,
    accounts,
    identities,
    notices,
    providers: await connect(kernel, (name) => server.publicUrl + callbackPath(name)),
    findAccount: createFindAccount({ database, identities, accounts, notices, mailboxOf }),
    flows: createFlowCookies(createSealedTexts(signingKey, 'single sign-on'), callbackPath),
    targets: createRedirectTargets({ ...user.emailLinks, publicUrl: server.publicUrl }),
    attempts: createThrottle({ ...ATTEMPTS, refusal: signInErrors.throttled }, kernel),
    logoutTokens: createThrottle(LOGOUT_TOKENS, kernel),
  };
  return {
    documentation: {
      tag: { name: 'Single sign-on', description: 'Sign-in with OpenID Connect providers.' },
      schemas: SCHEMAS,
    },
    channels: () => [createMailChannel({ database, users: accounts.rows, ...kernel.ports }, config)],
    endpoints: () => [...signInEndpoints(deps), ...identityEndpoints(deps), ...logoutEndpoints(deps)],
  };
};

async function connect(
  kernel: Kernel,
  redirectUriOf: (name: string) => string,
): Promise<ReadonlyMap<string, ConnectedProvider>> {
  const { providers } = kernel.configOf(OPENID_CONNECT_SETTINGS).openidConnect;
  if (providers.length === 0 || kernel.isMaintenance) return new Map();
  const { createProviderClient } = await loadOptional(
    LIBRARIES,
    () => import('./provider/provider-client.js'),
  );
  const connected = providers.map((provider): readonly [string, ConnectedProvider] => {
    const redirectUri = redirectUriOf(provider.name);
    return [provider.name, { provider, client: createProviderClient(provider, { ...kernel, redirectUri }) }];
  });
  return new Map(connected);
}
