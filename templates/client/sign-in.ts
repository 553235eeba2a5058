import { addressesOf, at } from './addresses.js';
import type { Requests } from './history.js';

/** Provider for single sign-on. */
export interface SignInProvider {
  readonly name: string;
  /** Label for a button. */
  readonly label: string;
}

/** Link between the user and a provider. */
export interface Identity {
  readonly provider: string;
  readonly label: string;
  /** Creation time in ISO 8601. */
  readonly createdAt: string;
  /** Time of the last sign-in with the provider. */
  readonly lastUsedAt: string | null;
}

/** Reason of a failed sign-in or link: `sign_in_error` of the URL. */
export type SignInError =
  | 'denied'
  | 'failed'
  | 'unavailable'
  | 'address_not_verified'
  | 'account_not_verified'
  | 'account_not_found'
  | 'account_refused'
  | 'linked_to_another';

/** Functions for single sign-on and the linked providers of the signed-in user. */
export interface SignIn {
  providers(): Promise<readonly SignInProvider[]>;
  identities(): Promise<readonly Identity[]>;
  /**
   * Starts to link the user to a provider. Navigate the browser to the returned URL.
   * @param redirect target after linking
   */
  link(provider: string, redirect?: string): Promise<string>;
  unlink(provider: string): Promise<void>;
}

interface Members<Member> {
  readonly member: readonly Member[];
}

/** Creates the functions for single sign-on from a client. */
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
 * Returns the URL that starts a sign-in with a provider in a browser.
 * @param baseUrl URL of the API, as for the client
 * @param redirect target after the sign-in: a path of the front end, or a complete URL; default: the home page
 */
export const signInUrl = (baseUrl: string, provider: string, redirect?: string): string =>
  addressesOf(baseUrl).urlOf(at`/login/oidc/${provider}` + queryOf(redirect)).href;

/** Returns the URL that signs a browser out, also from the provider. */
export const signOutUrl = (baseUrl: string, provider: string, redirect?: string): string =>
  addressesOf(baseUrl).urlOf(at`/login/oidc/${provider}/logout` + queryOf(redirect)).href;

const queryOf = (redirect: string | undefined): string =>
  redirect === undefined ? '' : `?redirect=${encodeURIComponent(redirect)}`;
