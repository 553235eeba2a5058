import { AppError } from './app-error.js';

/**
 * Returns the result of some work; undefined if it fails with a client error (4xx).
 * @throws any other error
 */
export async function unlessRefused<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return undefined;
    throw error;
  }
}
