// Generated from schemas/ by `cms generate`, which overwrites this file.

/** An answer of 400 or more. */
export class ApiError extends Error {
    status;
    body;
    name = 'ApiError';
    constructor(status, body) {
        super(String(body['detail'] ?? body['description'] ?? body['message'] ?? `The API answered ${status}`));
        this.status = status;
        this.body = body;
    }
    /** Whether somebody has to sign in first. */
    get isSignedOut() {
        return this.status === 401;
    }
}
/** A body that breaks rules (422). */
export class ValidationError extends ApiError {
    name = 'ValidationError';
    get violations() {
        return (this.body['violations'] ?? []);
    }
    /** The messages about one member. */
    of(propertyPath) {
        return this.violations.filter((one) => one.propertyPath === propertyPath).map(({ message }) => message);
    }
}
/** The record was changed since the document that a change was made of was read (412). */
export class OutdatedError extends ApiError {
    name = 'OutdatedError';
    /** The number of the present version. */
    get version() {
        return this.body['version'];
    }
    /** The user who made it; null where nobody knows, or the caller may not. */
    get author() {
        return (this.body['author'] ?? null);
    }
    /** When that was, as the API prints dates. */
    get date() {
        return (this.body['date'] ?? null);
    }
}
const BY_STATUS = { 412: OutdatedError, 422: ValidationError };
/** The error for an answer that refuses. */
export const errorOf = (status, body) => new (BY_STATUS[status] ?? ApiError)(status, body);
