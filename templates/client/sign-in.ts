import { addressesOf, at } from './addresses.js';
import type { Requests } from './history.js';

/** A provider by which people may sign in. */
export interface SignInProvider {
  readonly name: string;
  /** For a button. */
  readonly label: string;
}

/** A link between the own account and a provider. */
export interface Identity {
  readonly provider: string;
  readonly label: string;
  /** As the API prints dates. */
  readonly createdAt: string;
  /** When it was last signed in with. */
  readonly lastUsedAt: string | null;
}

/** Why a browser comes back from a provider without being signed in or linked: `sign_in_error` of the address. */
export type SignInError =
  | 'denied'
  | 'failed'
  | 'unavailable'
  | 'address_not_verified'
  | 'account_not_verified'
  | 'account_not_found'
  | 'account_refused'
  | 'linked_to_another';

/** Signing in by others, and the links of the account that the client is signed in as. */
export interface SignIn {
  providers(): Promise<readonly SignInProvider[]>;
  identities(): Promise<readonly Identity[]>;
  /**
   * Begins to link the own account to a provider: the browser is to go to the address that is answered.
   * @param redirect where it comes back to
   */
  link(provider: string, redirect?: string): Promise<string>;
  unlink(provider: string): Promise<void>;
}

interface Members<Member> {
  readonly member: readonly Member[];
}

/** Makes the functions for signing in by others of the API of a client. */
export function signInOf({ request }: Requests): SignIn {
  return {
    providers: async () => (await request<Members<SignInProvider>>('GET', '/login/oidc')).member,
    identities: async () => (await request<Members<Identity>>('GET', '/me/identities')).member,
    link: async (provider, redirect) => {
      const path = at`/me/identities/${provider}` + queryOf(redirect);
      return (await request<{ readonly location: string }>('POST', path)).location;
    },
    unlink: (provider) => request('DELETE', at`/me/identities/${provider}`),
  };
}

/**
 * The address that a browser goes to, to sign in by a provider.
 * @param baseUrl that of the client
 * @param redirect where it comes back to: a path of the front end, or a whole address; the front page by default
 */
export const signInUrl = (baseUrl: string, provider: string, redirect?: string): string =>
  addressesOf(baseUrl).urlOf(at`/login/oidc/${provider}` + queryOf(redirect)).href;

/** The address that a browser goes to, to sign out here and at a provider. */
export const signOutUrl = (baseUrl: string, provider: string, redirect?: string): string =>
  addressesOf(baseUrl).urlOf(at`/login/oidc/${provider}/logout` + queryOf(redirect)).href;

const queryOf = (redirect: string | undefined): string =>
  redirect === undefined ? '' : `?redirect=${encodeURIComponent(redirect)}`;
