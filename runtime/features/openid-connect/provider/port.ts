import type { Claims } from '../map-roles.js';

/** Client of one provider, independent of the library that implements it. */
export interface ProviderClient {
  /** Returns the authorization URL. @throws ProviderFault */
  authorizationUrl(flow: FlowSecrets): Promise<string>;
  /**
   * Redeems the authorization code and returns the verified claims.
   * @param query parameters of the callback URL
   * @throws ProviderFault
   */
  redeem(query: string, flow: FlowSecrets): Promise<{ readonly subject: string; readonly claims: Claims }>;
  /** Returns the provider's sign-out URL, or undefined if it has none. @throws ProviderFault */
  endSessionUrl(target: string): Promise<string | undefined>;
  /** Verifies a logout token and returns its subject. @throws ProviderFault */
  readLogoutToken(token: string): Promise<{ readonly subject: string; readonly tokenId: string }>;
}

export interface FlowSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Kind of a provider failure. */
export type FaultKind =
  /** The provider does not respond, or its response is invalid. */
  | 'unavailable'
  /** The user or the provider denied the request. */
  | 'denied'
  /** The response could not be verified. */
  | 'refused';

/** A failure at a provider. Carries no provider message, because those may contain confidential data. */
export class ProviderFault extends Error {
  constructor(
    readonly kind: FaultKind,
    /** Error code of the protocol or of the client library. */
    readonly reason: string,
  ) {
    super(`${kind}: ${reason}`);
    this.name = 'ProviderFault';
  }
}
