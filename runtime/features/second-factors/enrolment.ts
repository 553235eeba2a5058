import type { RequestContext } from '../../kernel/contract/context.js';
import type { TransactionSession } from '../../kernel/contract/database/database.js';
import type { JsonObject } from '../../kernel/contract/json.js';
import { notFound } from '../../kernel/errors/catalog.js';
import type { Challenges } from './challenges.js';
import type { VerifiedCode } from './code-verifier.js';
import { secondFactorErrors } from './errors.js';
import type { Factors } from './factors.js';
import type { FactorNotices } from './notices.js';
import type { WebAuthn } from './passkeys/relying-party.js';
import type { NewPasskey, Passkey, StoredPasskeys } from './passkeys/stored-passkeys.js';
import type { SentNewPasskey } from './sent-members.js';
import { otpauthUri, toBase32 } from './totp/codes.js';
import type { TotpApps } from './totp/totp-apps.js';

/** The account to which a factor is added. */
export interface Enrolled {
  readonly id: string;
  readonly username: string;
}

/** Adds factors, in a session or with the ticket of a sign-in that requires one. */
export interface Enrolment {
  /** Returns the secret of a new app, to be shown once. @throws AppError 409 if the account has an app */
  beginApp(user: Enrolled): Promise<JsonObject>;
  /** Confirms the app in a transaction. Returns recovery codes if they were created with it. @throws AppError 409 */
  addApp(transaction: TransactionSession, added: AddedApp): Promise<readonly string[] | undefined>;
  /** Returns the options for creating a passkey in a browser. @throws AppError 409 if there are too many */
  passkeyOptions(user: Enrolled): Promise<JsonObject>;
  /** Verifies a created passkey. Undefined for an invalid or late one. */
  readPasskey(sent: SentNewPasskey, userId: string): Promise<NewPasskey | undefined>;
  addPasskey(transaction: TransactionSession, added: AddedPasskey): Promise<MadePasskey>;
}

interface AddedApp {
  readonly code: VerifiedCode;
  readonly userId: string;
  readonly context: RequestContext;
}

interface AddedPasskey {
  readonly passkey: NewPasskey;
  readonly context: RequestContext;
}

export interface MadePasskey {
  readonly passkey: Passkey;
  /** Recovery codes created with the first factor. */
  readonly codes: readonly string[] | undefined;
}

export interface EnrolmentDeps {
  readonly apps: TotpApps;
  readonly passkeys: StoredPasskeys;
  readonly webAuthn: WebAuthn | undefined;
  readonly challenges: Challenges;
  readonly factors: Factors;
  readonly notices: FactorNotices;
  readonly issuer: string;
}

const MOST_PASSKEYS = 20;
const USUAL_NAME = 'Passkey';

export function createEnrolment(deps: EnrolmentDeps): Enrolment {
  const { apps, passkeys, challenges, factors, notices } = deps;
  return {
    async beginApp({ id, username }) {
      const secret = await apps.begin(id);
      const uri = otpauthUri(secret, { issuer: deps.issuer, account: username });
      return { '@type': 'TotpSecret', secret: toBase32(secret), uri };
    },
    async addApp(transaction, { code, userId, context }) {
      // A parallel request has confirmed or replaced it.
      if (!(await code.use(transaction))) throw secondFactorErrors.notPending();
      await notices.tell(transaction, { change: 'totp added', userId }, context);
      return factors.firstCodes(transaction, userId);
    },
    async passkeyOptions(user) {
      const webAuthn = requirePasskeys(deps.webAuthn);
      const known = await passkeys.of(user.id);
      if (known.length >= MOST_PASSKEYS) throw secondFactorErrors.tooManyPasskeys();
      const challenge = webAuthn.createChallenge();
      const publicKey = await webAuthn.registrationOptions({ user, known, challenge });
      const requested = { userId: user.id, passwordMark: null, challenge };
      return {
        '@type': 'PasskeyOptions',
        challengeId: await challenges.make('passkey-adding', requested),
        publicKey,
      };
    },
    async readPasskey({ challengeId = '', credential, name = USUAL_NAME }, userId) {
      const webAuthn = requirePasskeys(deps.webAuthn);
      const requested = await challenges.redeem('passkey-adding', challengeId);
      if (requested?.userId !== userId || requested.challenge === null) return undefined;
      const made = await webAuthn.verifyRegistration(credential, requested.challenge);
      return made && { ...made, userId, name };
    },
    async addPasskey(transaction, { passkey: added, context }) {
      const { userId } = added;
      const passkey = await passkeys.add(transaction, added);
      await notices.tell(transaction, { change: 'passkey added', userId }, context);
      return { passkey, codes: await factors.firstCodes(transaction, userId) };
    },
  };
}

/** @throws AppError 404 if no passkeys are configured */
export function requirePasskeys(webAuthn: WebAuthn | undefined): WebAuthn {
  if (webAuthn === undefined) throw notFound();
  return webAuthn;
}
