import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { randomBytes } from 'node:crypto';
import { InternalError } from '../../../kernel/errors/internal-error.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import type { RelyingParty, WebAuthn } from './relying-party.js';
import { hasShape, namesUser, TRANSPORTS } from './shape.js';

const TIMEOUT_MS = 300_000;

/**
 * Implements the WebAuthn ceremonies. Only this file imports the library, and it is loaded only if passkeys are
 * configured.
 */
export function createWebAuthn({ rpId, rpName, origins }: RelyingParty): WebAuthn {
  const expected = { expectedOrigin: [...origins], expectedRPID: rpId, requireUserVerification: true };
  // Challenges are already base64url; the library would encode a string again.
  const bytesOf = (challenge: string) => new Uint8Array(Buffer.from(challenge, 'base64url'));
  return {
    createChallenge: () => randomBytes(32).toString('base64url'),
    async registrationOptions({ user, known, challenge }) {
      const options = await generateRegistrationOptions({
        rpName,
        rpID: rpId,
        userName: user.username,
        userDisplayName: user.username,
        userID: new Uint8Array(Buffer.from(user.id)),
        challenge: bytesOf(challenge),
        timeout: TIMEOUT_MS,
        // The make of an authenticator is not used, and browsers warn users when it is requested.
        attestationType: 'none',
        excludeCredentials: known.map(({ credentialId: id }) => ({ id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      return options as unknown as JsonObject; // created to be sent as JSON
    },
    async authenticationOptions({ known, challenge }) {
      const options = await generateAuthenticationOptions({
        rpID: rpId,
        challenge: bytesOf(challenge),
        timeout: TIMEOUT_MS,
        userVerification: 'required',
        allowCredentials: known.map(({ credentialId: id, transports }) => ({
          id,
          transports: [...transports],
        })),
      });
      return options as unknown as JsonObject; // as above
    },
    async verifyRegistration(credential, challenge) {
      if (!hasShape(credential, ['attestationObject', 'clientDataJSON'])) return undefined;
      const verified = await orUndefined(() =>
        verifyRegistrationResponse({
          response: credential as unknown as RegistrationResponseJSON, // its texts were looked at, and the library reads on
          expectedChallenge: challenge,
          ...expected,
        }),
      );
      if (verified?.verified !== true) return undefined;
      const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
      return {
        credentialId: id,
        publicKey: Buffer.from(publicKey),
        counter,
        transports: transports.filter((transport) => TRANSPORTS.has(transport)),
      };
    },
    async verifyAuthentication(credential, challenge, { userId, credentialId, publicKey, counter }) {
      if (!hasShape(credential, ['authenticatorData', 'clientDataJSON', 'signature'])) return undefined;
      if (!namesUser(credential, userId)) return undefined;
      const verified = await orUndefined(() =>
        verifyAuthenticationResponse({
          response: credential as unknown as AuthenticationResponseJSON, // as above
          expectedChallenge: challenge,
          ...expected,
          // The counter is compared after the signature, so that a wrong signature is not reported as a copied key.
          credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter: 0 },
        }),
      );
      if (verified?.verified !== true) return undefined;
      const { newCounter } = verified.authenticationInfo;
      const isCopied = (newCounter > 0 || counter > 0) && newCounter <= counter;
      return { counter: newCounter, isCopied };
    },
  };
}

/** Returns undefined for an error: the library throws on every invalid input, which comes from a client. */
async function orUndefined<Result>(verify: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await verify();
  } catch (error) {
    if (error instanceof InternalError) throw error;
    return undefined;
  }
}
