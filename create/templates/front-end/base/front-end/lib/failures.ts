import { ApiError } from '../../generated/client/index.js';

/** Error for the visitor. */
export interface Failure {
  readonly status: number;
  readonly message: string;
}

/** The request is invalid. */
export class BadRequest extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** Returns the error for the visitor. API failures are logged, and the visitor sees a message to try again. */
export function failureOf(error: unknown): Failure {
  if (error instanceof BadRequest) return error;
  if (error instanceof ApiError && error.status < 500) return error;
  console.error(error);
  return { status: 503, message: 'The site is temporarily unavailable. Please try again in a few minutes.' };
}
