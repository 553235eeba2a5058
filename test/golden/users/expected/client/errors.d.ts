// Generated from schemas/ by `cms generate`, which overwrites this file.

export interface Violation {
    readonly propertyPath: string;
    readonly message: string;
    readonly code?: string | null;
    /** Expected form of the value, with an example. */
    readonly hint?: string;
}
/** Response with a status of 400 or more. */
export declare class ApiError extends Error {
    readonly status: number;
    readonly body: Readonly<Record<string, unknown>>;
    readonly name: string;
    constructor(status: number, body: Readonly<Record<string, unknown>>);
    /** Whether the user has to sign in first. */
    get isSignedOut(): boolean;
}
/** Invalid values (422). */
export declare class ValidationError extends ApiError {
    readonly name = "ValidationError";
    get violations(): readonly Violation[];
    /** Returns the messages for one member. */
    of(propertyPath: string): readonly string[];
}
/** The record was changed after the sent document was read (412). */
export declare class OutdatedError extends ApiError {
    readonly name = "OutdatedError";
    /** Number of the current version. */
    get version(): number | undefined;
    /** Author of the current version; null if unknown or not visible to the caller. */
    get author(): string | null;
    /** Date of the current version in ISO 8601. */
    get date(): string | null;
}
/** Creates the error for a failed response. */
export declare const errorOf: (status: number, body: Readonly<Record<string, unknown>>) => ApiError;
