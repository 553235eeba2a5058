export interface Violation {
  readonly propertyPath: string;
  readonly message: string;
  readonly code?: string | null;
  /** Expected form of the value, with an example. */
  readonly hint?: string;
}

/** Response with a status of 400 or more. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';

  constructor(
    readonly status: number,
    readonly body: Readonly<Record<string, unknown>>,
  ) {
    super(String(body['detail'] ?? body['description'] ?? body['message'] ?? `The API answered ${status}`));
  }

  /** Whether the user has to sign in first. */
  get isSignedOut(): boolean {
    return this.status === 401;
  }
}

/** Invalid values (422). */
export class ValidationError extends ApiError {
  override readonly name = 'ValidationError';

  get violations(): readonly Violation[] {
    return (this.body['violations'] ?? []) as readonly Violation[];
  }

  /** Returns the messages for one member. */
  of(propertyPath: string): readonly string[] {
    return this.violations.filter((one) => one.propertyPath === propertyPath).map(({ message }) => message);
  }
}

/** The record was changed after the sent document was read (412). */
export class OutdatedError extends ApiError {
  override readonly name = 'OutdatedError';

  /** Number of the current version. */
  get version(): number | undefined {
    return this.body['version'] as number | undefined;
  }

  /** Author of the current version; null if unknown or not visible to the caller. */
  get author(): string | null {
    return (this.body['author'] ?? null) as string | null;
  }

  /** Date of the current version in ISO 8601. */
  get date(): string | null {
    return (this.body['date'] ?? null) as string | null;
  }
}

const BY_STATUS: Readonly<Record<number, typeof ApiError>> = { 412: OutdatedError, 422: ValidationError };

/** Creates the error for a failed response. */
export const errorOf = (status: number, body: Readonly<Record<string, unknown>>): ApiError =>
  new (BY_STATUS[status] ?? ApiError)(status, body);
