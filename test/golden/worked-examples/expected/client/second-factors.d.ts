// Generated from schemas/ by `cms generate`, which overwrites this file.

import type { Client } from './core.js';
import type { PageTypes } from './page.js';
/** Second factor that is required after the password. */
export interface Asked {
    /** Ticket that is valid once, for `expiresIn` seconds. */
    readonly ticket: string;
    readonly expiresIn: number;
    readonly methods: readonly ('totp' | 'passkey' | 'recovery_code')[];
    /** Second factors, one of which must be added if a role requires one and the user has none. */
    readonly enrol?: readonly ('totp' | 'passkey')[];
}
export interface TotpSecret {
    /** Secret for manual entry. */
    readonly secret: string;
    /** URI for a QR code. */
    readonly uri: string;
}
export interface Passkey {
    readonly id: string;
    readonly name: string;
    /** Creation time in ISO 8601. */
    readonly createdAt: string;
    readonly lastUsedAt: string | null;
}
export interface OwnFactors {
    readonly isRequired: boolean;
    readonly totp: Pick<Passkey, 'createdAt' | 'lastUsedAt'> | null;
    readonly passkeys: readonly Passkey[];
    readonly recoveryCodesLeft: number;
    /** Time until which second factors can be changed without another confirmation; null if one is required. */
    readonly provedUntil: string | null;
}
/** Recovery codes, returned only once; null if the account already has recovery codes. */
export interface Codes {
    readonly recoveryCodes: readonly string[] | null;
}
/** Functions for second factors of the signed-in user. Passkeys work only in browsers. */
export interface SecondFactors {
    /** Signs in, or returns the required second factor. */
    login(username: string, password: string): Promise<Asked | undefined>;
    /** Completes a sign-in with a code of the app or a recovery code. */
    enter(ticket: string, code: string): Promise<void>;
    /** Returns whether sign-in with passkeys is available. */
    offersPasskeys(): Promise<boolean>;
    /** Signs in with a passkey, after a password or without one. */
    enterByPasskey(ticket?: string): Promise<void>;
    /** Creates the first authenticator app of a user who needs a second factor. `confirmEnrolment` signs in. */
    enrol(ticket: string): Promise<TotpSecret>;
    confirmEnrolment(ticket: string, code: string): Promise<Codes>;
    /** Creates the first passkey of a user who needs a second factor, and signs in. */
    enrolPasskey(ticket: string, name?: string): Promise<Codes>;
    list(): Promise<OwnFactors>;
    /** Confirms the identity of the user: with a code if there is a second factor, otherwise with the password. */
    prove(by: {
        readonly password: string;
    } | {
        readonly code: string;
    }): Promise<void>;
    addApp(): Promise<TotpSecret>;
    confirmApp(code: string): Promise<Codes>;
    removeApp(): Promise<void>;
    renewCodes(): Promise<Codes>;
    addPasskey(name?: string): Promise<Passkey & Codes>;
    renamePasskey(id: string, name: string): Promise<Passkey>;
    removePasskey(id: string): Promise<void>;
}
/** Part of a client that this module uses. */
export type Signing = Pick<Client<PageTypes, object>, 'request' | 'login'>;
/** Creates the functions for second factors from a client. */
export declare function secondFactorsOf({ request, login }: Signing): SecondFactors;
