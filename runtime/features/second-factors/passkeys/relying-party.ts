import type { JsonObject, JsonValue } from '../../../kernel/contract/json.js';
import type { SecondFactorConfig } from '../settings.js';
import type { NewPasskey, Passkey } from './stored-passkeys.js';

/** The site to which passkeys belong. */
export interface RelyingParty {
  readonly rpId: string;
  readonly rpName: string;
  readonly origins: readonly string[];
}

/** The WebAuthn ceremonies with browsers and authenticators. */
export interface WebAuthn {
  /** Returns 256 random bits in base64url. */
  createChallenge(): string;
  /** Returns the options for `navigator.credentials.create` as JSON. */
  registrationOptions(requested: {
    readonly user: { readonly id: string; readonly username: string };
    readonly known: readonly Passkey[];
    readonly challenge: string;
  }): Promise<JsonObject>;
  /**
   * Returns the options for `navigator.credentials.get` as JSON. Without known passkeys, the browser offers all
   * passkeys of the site.
   */
  authenticationOptions(requested: {
    readonly known: readonly Passkey[];
    readonly challenge: string;
  }): Promise<JsonObject>;
  /** Returns undefined for an invalid response to the challenge. */
  verifyRegistration(
    credential: JsonValue | undefined,
    challenge: string,
  ): Promise<Omit<NewPasskey, 'userId' | 'name'> | undefined>;
  /**
   * Returns undefined for an invalid response. `isCopied` is true if the counter indicates that another authenticator
   * has the key.
   */
  verifyAuthentication(
    credential: JsonValue | undefined,
    challenge: string,
    passkey: Passkey,
  ): Promise<{ readonly counter: number; readonly isCopied: boolean } | undefined>;
}

/** Returns undefined if no passkeys are configured. */
export function relyingParty({ user, websiteName }: SecondFactorConfig): RelyingParty | undefined {
  const { passkeys } = user.mfa;
  if (passkeys === null) return undefined;
  const { rpId, rpName = websiteName, origins } = passkeys;
  const own = origins.length > 0 ? origins.map((origin) => new URL(origin).origin) : [`https://${rpId}`];
  return { rpId, rpName, origins: own };
}
