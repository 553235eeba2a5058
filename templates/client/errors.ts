export interface Violation {
  readonly propertyPath: string;
  readonly message: string;
  readonly code?: string | null;
  /** The expected form of the value, with an example. */
  readonly hint?: string;
}

/** An answer of 400 or more. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';

  constructor(
    readonly status: number,
    readonly body: Readonly<Record<string, unknown>>,
  ) {
    super(String(body['detail'] ?? body['description'] ?? body['message'] ?? `The API answered ${status}`));
  }

  /** Whether somebody has to sign in first. */
  get isSignedOut(): boolean {
    return this.status === 401;
  }
}

/** A body that breaks rules (422). */
export class ValidationError extends ApiError {
  override readonly name = 'ValidationError';

  get violations(): readonly Violation[] {
    return (this.body['violations'] ?? []) as readonly Violation[];
  }

  /** The messages about one member. */
  of(propertyPath: string): readonly string[] {
    return this.violations.filter((one) => one.propertyPath === propertyPath).map(({ message }) => message);
  }
}

/** The record was changed since the document that a change was made of was read (412). */
export class OutdatedError extends ApiError {
  override readonly name = 'OutdatedError';

  /** The number of the present version. */
  get version(): number | undefined {
    return this.body['version'] as number | undefined;
  }

  /** The user who made it; null where nobody knows, or the caller may not. */
  get author(): string | null {
    return (this.body['author'] ?? null) as string | null;
  }

  /** When that was, as the API prints dates. */
  get date(): string | null {
    return (this.body['date'] ?? null) as string | null;
  }
}

const BY_STATUS: Readonly<Record<number, typeof ApiError>> = { 412: OutdatedError, 422: ValidationError };

/** The error for an answer that refuses. */
export const errorOf = (status: number, body: Readonly<Record<string, unknown>>): ApiError =>
  new (BY_STATUS[status] ?? ApiError)(status, body);
