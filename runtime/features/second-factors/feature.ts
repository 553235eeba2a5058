import { auditLogOf } from '../../kernel/contract/features/audit.js';
import { provide } from '../../kernel/contract/features/feature-api.js';
import type { CreateFeature } from '../../kernel/feature-module.js';
import type { Kernel } from '../../kernel/kernel.js';
import { loadOptional } from '../../kernel/util/packages/optional-package.js';
import {
  type Accounts,
  ACCOUNTS,
  ACCOUNTS_SETTINGS,
  RECENT_PROOF,
  SIGN_IN_STEPS,
  SIGNING_KEY,
} from '../accounts/public-api.js';
import { createChallenges } from './challenges.js';
import { createCodeVerifier } from './code-verifier.js';
import { describeSignIn } from './endpoints/describe-sign-in.js';
import { createLoginEndpoints } from './endpoints/login-endpoints.js';
import { createOwnEndpoints } from './endpoints/own-endpoints.js';
import { SCHEMAS } from './endpoints/schemas.js';
import { createTicketCookie } from './endpoints/ticket-cookie.js';
import { createEnrolment } from './enrolment.js';
import { createFactorLimits } from './factor-limits.js';
import { createFactors } from './factors.js';
import { createAssertRecentProof, createFreshProof, PROOF_SECONDS } from './fresh-proof.js';
import { createFactorNotices, createMailChannel } from './notices.js';
import { createOwnFactors } from './own/own-factors.js';
import { relyingParty, type WebAuthn } from './passkeys/relying-party.js';
import { createStoredPasskeys } from './passkeys/stored-passkeys.js';
import { createRecoveryCodes } from './recovery-codes.js';
import { createResetCommand, createResetFactors } from './reset-factors.js';
import { SECOND_FACTOR_SETTINGS, type SecondFactorConfig } from './settings.js';
import { createFactorSignIn } from './sign-in/sign-in.js';
import { createSignInStep } from './sign-in/sign-in-step.js';
import { challengeTable, sessionProofTable, totpTable } from './tables.js';
import { createSealedSecrets } from './totp/sealed-secrets.js';
import { createTotpApps } from './totp/totp-apps.js';

export const apis = [SIGN_IN_STEPS, RECENT_PROOF];

/** Package that is loaded if passkeys are configured. */
const LIBRARY = { names: ['@simplewebauthn/server'], key: 'user.mfa.passkeys', setting: 'asks for passkeys' };

/** @throws ConfigError if passkeys are configured but their package is not installed */
export const create: CreateFeature = async (kernel, apis) => {
  const { database, clock, iris } = kernel;
  const config = kernel.configOf(SECOND_FACTOR_SETTINGS);
  const { cookieSameSite } = kernel.configOf(ACCOUNTS_SETTINGS).jwt;
  const accounts = await apis.open(ACCOUNTS);
  const secrets = createSealedSecrets(config.user.mfa.encryptionKeys ?? [], await apis.open(SIGNING_KEY));
  const webAuthn = kernel.isMaintenance ? undefined : await loadWebAuthn(config);
  const cookie = createTicketCookie(iris.prefix, cookieSameSite);
  const parts = createParts(kernel, {
    ...{ config, accounts, webAuthn },
    apps: createTotpApps({ database, clock, secrets }),
    audit: auditLogOf(apis),
  });
  const { factors, challenges, reset, proof } = parts;
  return {
    provides: [
      provide(
        SIGN_IN_STEPS,
        createSignInStep({ database, factors, challenges, cookie, hasPasskeys: webAuthn !== undefined }),
      ),
      provide(RECENT_PROOF, createAssertRecentProof({ database, factors, proof })),
    ],
    channels: () => [createMailChannel({ database, users: accounts.rows, ...kernel.ports }, config)],
    retention: RETENTION_RULES,
    commands: [createResetCommand(reset, { database, accounts, clock })],
    documentation: {
      tag: { name: 'Second factors', description: 'Authenticator apps, recovery codes and passkeys.' },
      schemas: SCHEMAS,
      describeOperation: describeSignIn,
    },
    endpoints: () => [
      ...createLoginEndpoints(parts.signIn, cookie, webAuthn !== undefined),
      ...createOwnEndpoints(parts.ownFactors, reset),
    ],
  };
};

async function loadWebAuthn(config: SecondFactorConfig): Promise<WebAuthn | undefined> {
  const party = relyingParty(config);
  if (party === undefined) return undefined;
  const { createWebAuthn } = await loadOptional(LIBRARY, () => import('./passkeys/webauthn.js'));
  return createWebAuthn(party);
}

interface Given {
  readonly config: SecondFactorConfig;
  readonly accounts: Accounts;
  readonly webAuthn: WebAuthn | undefined;
  readonly apps: ReturnType<typeof createTotpApps>;
  readonly audit: ReturnType<typeof auditLogOf>;
}

function createParts(kernel: Kernel, { config, accounts, webAuthn, apps, audit }: Given) {
  const { database, clock, outbox } = kernel;
  const { mfa } = config.user;
  const rows = { database, clock };
  const notices = createFactorNotices({ audit, outbox, config });
  const passkeys = createStoredPasskeys(rows);
  const recoveryCodes = createRecoveryCodes(rows);
  const challenges = createChallenges(rows);
  const limits = createFactorLimits(rows);
  const stored = { database, apps, passkeys, recoveryCodes, challenges, notices };
  const factors = createFactors({ ...stored, requiredFor: mfa.requiredFor });
  const evaluate = createCodeVerifier({ ...stored, limits, audit });
  const issuer = mfa.issuer ?? config.websiteName;
  const enrolment = createEnrolment({ ...stored, factors, webAuthn, issuer });
  const shared = { ...stored, accounts, factors, enrolment, evaluate };
  const proof = createFreshProof({ ...rows, sessions: accounts.sessions });
  return {
    proof,
    factors,
    challenges,
    reset: createResetFactors(shared),
    signIn: createFactorSignIn({ ...shared, limits, webAuthn }),
    ownFactors: createOwnFactors({ ...shared, proof }),
  };
}

const RETENTION_RULES = [
  {
    name: 'factor-challenges',
    what: 'Expired sign-in tickets and passkey challenges',
    table: challengeTable,
    column: 'expires_at',
    keepSeconds: 0,
  },
  {
    name: 'pending-authenticator-apps',
    what: 'Authenticator apps that were not confirmed in time',
    table: totpTable,
    column: 'pending_until',
    keepSeconds: 0,
  },
  {
    name: 'session-proofs',
    what: 'Expired identity confirmations of sessions',
    table: sessionProofTable,
    column: 'proved_at',
    keepSeconds: PROOF_SECONDS,
  },
];
