import { at } from './addresses.js';
import type { Client } from './core.js';
import { ApiError } from './errors.js';
import type { PageTypes } from './page.js';

/** What a sign-in asks for behind the password. */
export interface Asked {
  /** Good once, for `expiresIn` seconds. */
  readonly ticket: string;
  readonly expiresIn: number;
  readonly methods: readonly ('totp' | 'passkey' | 'recovery_code')[];
  /** Factors of which one has to be added, where a role needs one and there is none. */
  readonly enrol?: readonly ('totp' | 'passkey')[];
}

export interface TotpSecret {
  /** To be typed. */
  readonly secret: string;
  /** To be shown as a QR code. */
  readonly uri: string;
}

export interface Passkey {
  readonly id: string;
  readonly name: string;
  /** As the API prints dates. */
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

export interface OwnFactors {
  readonly isRequired: boolean;
  readonly totp: Pick<Passkey, 'createdAt' | 'lastUsedAt'> | null;
  readonly passkeys: readonly Passkey[];
  readonly recoveryCodesLeft: number;
  /** Until when factors may be changed without another proof; null where one is needed. */
  readonly provedUntil: string | null;
}

/** Recovery codes, shown once; null where the account has some already. */
export interface Codes {
  readonly recoveryCodes: readonly string[] | null;
}

/** Second factors, by the session of whoever the client is signed in as. Passkeys are for browsers. */
export interface SecondFactors {
  /** Signs in, or answers what is asked for behind the password. */
  login(username: string, password: string): Promise<Asked | undefined>;
  /** Goes on by a code of an app, or a recovery code. */
  enter(ticket: string, code: string): Promise<void>;
  /** Whether the API lets people sign in by a passkey. */
  offersPasskeys(): Promise<boolean>;
  /** Signs in by a passkey, behind a password or without one. */
  enterByPasskey(ticket?: string): Promise<void>;
  /** Makes the first app of a user who needs one, and signs in with its confirmation. */
  enrol(ticket: string): Promise<TotpSecret>;
  confirmEnrolment(ticket: string, code: string): Promise<Codes>;
  /** Makes the first passkey of a user who needs a factor, and signs in with it. */
  enrolPasskey(ticket: string, name?: string): Promise<Codes>;
  list(): Promise<OwnFactors>;
  /** Proves anew who the user is: by a code where there is a factor, else by the password. */
  prove(by: { readonly password: string } | { readonly code: string }): Promise<void>;
  addApp(): Promise<TotpSecret>;
  confirmApp(code: string): Promise<Codes>;
  removeApp(): Promise<void>;
  renewCodes(): Promise<Codes>;
  addPasskey(name?: string): Promise<Passkey & Codes>;
  renamePasskey(id: string, name: string): Promise<Passkey>;
  removePasskey(id: string): Promise<void>;
}

/** What of a client, whatever the types of its project, the functions are made of. */
export type Signing = Pick<Client<PageTypes, object>, 'request' | 'login'>;

/** What the API asks a browser. */
interface Options {
  readonly challengeId: string;
  readonly publicKey: never;
}

const MERGE_PATCH = 'application/merge-patch+json';

/** Makes the functions for second factors of the API of a client. */
export function secondFactorsOf({ request, login }: Signing): SecondFactors {
  const post = (path: string, body?: object): Promise<never> =>
    request('POST', path, body === undefined ? {} : { body });

  /** Has the browser make one, and sends it. */
  async function makePasskey(path: string, by: object, name: string | undefined): Promise<never> {
    const { challengeId, publicKey }: Options = await post(`${path}/options`, by);
    const options = PublicKeyCredential.parseCreationOptionsFromJSON(publicKey);
    const credential = jsonOf(await navigator.credentials.create({ publicKey: options }));
    return post(path, { ...by, challengeId, credential, ...(name === undefined ? {} : { name }) });
  }

  return {
    async login(username, password) {
      try {
        await login(username, password);
        return undefined;
      } catch (error) {
        const asked = error instanceof ApiError ? error.body['mfa'] : undefined;
        if (asked === undefined) throw error;
        return asked as Asked; // the API answers it so
      }
    },
    enter: async (ticket, code) => void (await post('/login/second_factor', { ticket, code })),
    offersPasskeys: async () =>
      (await request<{ readonly isOffered: boolean }>('GET', '/login/passkey')).isOffered,
    async enterByPasskey(ticket) {
      const asked = ticket === undefined ? {} : { ticket };
      const { challengeId, publicKey }: Options = await post('/login/passkey/options', asked);
      const options = PublicKeyCredential.parseRequestOptionsFromJSON(publicKey);
      const credential = jsonOf(await navigator.credentials.get({ publicKey: options }));
      await post('/login/passkey', { challengeId, credential });
    },
    enrol: (ticket) => post('/login/enrol/totp', { ticket }),
    confirmEnrolment: (ticket, code) => post('/login/enrol/totp/confirm', { ticket, code }),
    enrolPasskey: (ticket, name) => makePasskey('/login/enrol/passkey', { ticket }, name),
    list: () => request('GET', '/me/second_factors'),
    prove: async (by) => void (await post('/me/proof', by)),
    addApp: () => post('/me/totp'),
    confirmApp: (code) => post('/me/totp/confirm', { code }),
    removeApp: async () => void (await request('DELETE', '/me/totp')),
    renewCodes: () => post('/me/recovery_codes'),
    addPasskey: (name) => makePasskey('/me/passkeys', {}, name),
    renamePasskey: (id, name) =>
      request('PATCH', at`/me/passkeys/${id}`, { body: { name }, headers: { 'content-type': MERGE_PATCH } }),
    removePasskey: async (id) => void (await request('DELETE', at`/me/passkeys/${id}`)),
  };
}

/** Browsers answer with null, or with another kind of credential, where nothing was asked for that they know. */
function jsonOf(credential: Credential | null): object {
  if (credential instanceof PublicKeyCredential) return credential.toJSON();
  throw new Error('The browser answered with no passkey.');
}
