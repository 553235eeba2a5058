import type { JsonObject, JsonValue } from '../../../kernel/contract/json.js';
import type { SecondFactorConfig } from '../settings.js';
import type { NewPasskey, Passkey } from './stored-passkeys.js';

/** The site that passkeys belong to. */
export interface RelyingParty {
  readonly rpId: string;
  readonly rpName: string;
  readonly origins: readonly string[];
}

/** Browsers and authenticators, as the ceremonies of WebAuthn know them. */
export interface WebAuthn {
  /** 256 random bits in base64url. */
  createChallenge(): string;
  /** What `navigator.credentials.create` is asked, as JSON. */
  registrationOptions(asked: {
    readonly user: { readonly id: string; readonly username: string };
    readonly known: readonly Passkey[];
    readonly challenge: string;
  }): Promise<JsonObject>;
  /** What `navigator.credentials.get` is asked, as JSON; without known passkeys the browser offers all of the site. */
  authenticationOptions(asked: {
    readonly known: readonly Passkey[];
    readonly challenge: string;
  }): Promise<JsonObject>;
  /** Undefined for what is no answer to the challenge. */
  verifyRegistration(
    credential: JsonValue | undefined,
    challenge: string,
  ): Promise<Omit<NewPasskey, 'userId' | 'name'> | undefined>;
  /** The same; `isCopied` where the counter says that another authenticator has the key, too. */
  verifyAuthentication(
    credential: JsonValue | undefined,
    challenge: string,
    passkey: Passkey,
  ): Promise<{ readonly counter: number; readonly isCopied: boolean } | undefined>;
}

/** Undefined where no passkeys are configured. */
export function relyingParty({ user, websiteName }: SecondFactorConfig): RelyingParty | undefined {
  const { passkeys } = user.mfa;
  if (passkeys === null) return undefined;
  const { rpId, rpName = websiteName, origins } = passkeys;
  const own = origins.length > 0 ? origins.map((origin) => new URL(origin).origin) : [`https://${rpId}`];
  return { rpId, rpName, origins: own };
}
