import { ApiError } from '../../generated/client/index.js';

/** Why something did not work, for the visitor. */
export interface Failure {
  readonly status: number;
  readonly message: string;
}

/** The request itself cannot be used. */
export class BadRequest extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** An API that is down, or has a fault, is not the visitor's: they are asked to try again, and the reason is logged. */
export function failureOf(error: unknown): Failure {
  if (error instanceof BadRequest) return error;
  if (error instanceof ApiError && error.status < 500) return error;
  console.error(error);
  return { status: 503, message: 'This does not work at the moment. Please try again in a few minutes.' };
}
