import { AppError } from './app-error.js';

/**
 * The result of some work; undefined where the caller is refused it, or where there is nothing for it (an error of 400 to 499).
 * @throws what is no such error
 */
export async function unlessRefused<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return undefined;
    throw error;
  }
}
