import type { Claims } from '../map-roles.js';

/** A provider as the rest of the feature sees it; nothing here knows by which library it is asked. */
export interface ProviderClient {
  /** The address that a browser is led to. @throws ProviderFault */
  authorizationUrl(flow: FlowSecrets): Promise<string>;
  /**
   * What the provider says of somebody who came back from it.
   * @param query the query of the address that the browser came back to
   * @throws ProviderFault
   */
  redeem(query: string, flow: FlowSecrets): Promise<{ readonly subject: string; readonly claims: Claims }>;
  /** The address at which a browser signs out there and comes back; undefined where there is none. @throws ProviderFault */
  endSessionUrl(target: string): Promise<string | undefined>;
  /** Reads of a token whose sign-out the provider tells of. @throws ProviderFault */
  readLogoutToken(token: string): Promise<{ readonly subject: string; readonly tokenId: string }>;
}

export interface FlowSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Why a provider was asked in vain. */
export type FaultKind =
  /** It does not answer, or not as a provider does. */
  | 'unavailable'
  /** Whoever was asked there said no. */
  | 'denied'
  /** What came back proves nothing. */
  | 'refused';

/** It carries no message of the provider: those may repeat what nobody should read in a log. */
export class ProviderFault extends Error {
  constructor(
    readonly kind: FaultKind,
    /** A code of the protocol, or of the library that checks it. */
    readonly reason: string,
  ) {
    super(`${kind}: ${reason}`);
    this.name = 'ProviderFault';
  }
}
