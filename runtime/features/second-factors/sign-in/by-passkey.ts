import type { Database, TransactionSession } from '../../../kernel/contract/database/database.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import type { Accounts } from '../../accounts/public-api.js';
import type { Challenges } from '../challenges.js';
import { requirePasskeys } from '../enrolment.js';
import { secondFactorErrors } from '../errors.js';
import type { FactorLimits } from '../factor-limits.js';
import type { WebAuthn } from '../passkeys/relying-party.js';
import { credentialIdOf } from '../passkeys/shape.js';
import type { Passkey, StoredPasskeys } from '../passkeys/stored-passkeys.js';
import type { SentPasskey } from '../sent-members.js';
import type { Opened, Openings, SignInRequest } from './openings.js';

export interface PasskeySignIn {
  /** Returns the options for a sign-in by passkey; without a ticket, for any passkey of the site. */
  passkeyOptions(request: SignInRequest): Promise<JsonObject>;
  /** Signs in by passkey. It replaces the password too, because it requires a PIN or biometrics. */
  byPasskey(request: SignInRequest, sent: SentPasskey): Promise<Opened>;
}

export interface ByPasskeyDeps {
  readonly database: Database;
  readonly accounts: Pick<Accounts, 'rows'>;
  readonly challenges: Challenges;
  readonly limits: FactorLimits;
  readonly openings: Openings;
  readonly passkeys: StoredPasskeys;
  readonly webAuthn: WebAuthn | undefined;
}

/** Creates the sign-in by passkey, after a password or without one. */
export function createByPasskey(deps: ByPasskeyDeps): PasskeySignIn {
  const { challenges, limits, openings, passkeys } = deps;

  async function evaluate(
    request: SignInRequest,
    { challengeId = '', credential }: SentPasskey,
  ): Promise<{ passkey: Passkey; counter: number }> {
    const webAuthn = requirePasskeys(deps.webAuthn);
    await limits.fromNetwork(request.address);
    const requested = await challenges.redeem('passkey-sign-in', challengeId);
    if (requested?.challenge == null) throw secondFactorErrors.ticketOver();
    const id = credentialIdOf(credential);
    const passkey = id === undefined ? undefined : await passkeys.byCredential(id);
    if (passkey === undefined) throw secondFactorErrors.passkeyRefused();
    const { challenge } = requested;
    return openings.audited({ method: 'passkey', userId: passkey.userId }, request, async () => {
      const isRequested = requested.userId === null || requested.userId === passkey.userId;
      const verified = isRequested
        ? await webAuthn.verifyAuthentication(credential, challenge, passkey)
        : undefined;
      if (verified?.isCopied === true)
        request.context.log.warn({
          msg: 'passkey counter decreased; the passkey may be a copy',
          passkey: passkey.id,
        });
      if (verified === undefined || verified.isCopied) throw secondFactorErrors.passkeyRefused();
      return { passkey, counter: verified.counter };
    });
  }

  return {
    async passkeyOptions(request) {
      const webAuthn = requirePasskeys(deps.webAuthn);
      await limits.fromNetwork(request.address);
      const user = request.ticket === '' ? undefined : await openings.userOf('second-factor', request);
      const known = user === undefined ? [] : await passkeys.of(user.id);
      const challenge = webAuthn.createChallenge();
      const publicKey = await webAuthn.authenticationOptions({ known, challenge });
      const requested = { userId: user?.id ?? null, passwordMark: null, challenge };
      const challengeId = await challenges.make('passkey-sign-in', requested);
      return { '@type': 'PasskeyOptions', challengeId, publicKey };
    },
    async byPasskey(request, sent) {
      const { passkey, counter } = await evaluate(request, sent);
      const user = await deps.accounts.rows.byId(deps.database, passkey.userId);
      if (user === undefined) throw secondFactorErrors.passkeyRefused();
      const finish = async (transaction: TransactionSession): Promise<void> => {
        if (!(await passkeys.used(transaction, passkey, counter))) throw secondFactorErrors.passkeyRefused();
      };
      return openings.audited({ method: 'passkey', userId: user.id }, request, () =>
        openings.open(user, { method: 'passkey', finish }, request.context),
      );
    },
  };
}
