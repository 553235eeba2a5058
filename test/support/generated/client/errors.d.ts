// Generated from schemas/ by `cms generate`, which overwrites this file.

export interface Violation {
    readonly propertyPath: string;
    readonly message: string;
    readonly code?: string | null;
    /** The expected form of the value, with an example. */
    readonly hint?: string;
}
/** An answer of 400 or more. */
export declare class ApiError extends Error {
    readonly status: number;
    readonly body: Readonly<Record<string, unknown>>;
    readonly name: string;
    constructor(status: number, body: Readonly<Record<string, unknown>>);
    /** Whether somebody has to sign in first. */
    get isSignedOut(): boolean;
}
/** A body that breaks rules (422). */
export declare class ValidationError extends ApiError {
    readonly name = "ValidationError";
    get violations(): readonly Violation[];
    /** The messages about one member. */
    of(propertyPath: string): readonly string[];
}
/** The record was changed since the document that a change was made of was read (412). */
export declare class OutdatedError extends ApiError {
    readonly name = "OutdatedError";
    /** The number of the present version. */
    get version(): number | undefined;
    /** The user who made it; null where nobody knows, or the caller may not. */
    get author(): string | null;
    /** When that was, as the API prints dates. */
    get date(): string | null;
}
/** The error for an answer that refuses. */
export declare const errorOf: (status: number, body: Readonly<Record<string, unknown>>) => ApiError;
