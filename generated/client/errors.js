// Generated from schemas/ by `cms generate`, which overwrites this file.

/** Response with a status of 400 or more. */
export class ApiError extends Error {
    status;
    body;
    name = 'ApiError';
    constructor(status, body) {
        super(String(body['detail'] ?? body['description'] ?? body['message'] ?? `The API answered ${status}`));
        this.status = status;
        this.body = body;
    }
    /** Whether the user has to sign in first. */
    get isSignedOut() {
        return this.status === 401;
    }
}
/** Invalid values (422). */
export class ValidationError extends ApiError {
    name = 'ValidationError';
    get violations() {
        return (this.body['violations'] ?? []);
    }
    /** Returns the messages for one member. */
    of(propertyPath) {
        return this.violations.filter((one) => one.propertyPath === propertyPath).map(({ message }) => message);
    }
}
/** The record was changed after the sent document was read (412). */
export class OutdatedError extends ApiError {
    name = 'OutdatedError';
    /** Number of the current version. */
    get version() {
        return this.body['version'];
    }
    /** Author of the current version; null if unknown or not visible to the caller. */
    get author() {
        return (this.body['author'] ?? null);
    }
    /** Date of the current version in ISO 8601. */
    get date() {
        return (this.body['date'] ?? null);
    }
}
const BY_STATUS = { 412: OutdatedError, 422: ValidationError };
/** Creates the error for a failed response. */
export const errorOf = (status, body) => new (BY_STATUS[status] ?? ApiError)(status, body);
