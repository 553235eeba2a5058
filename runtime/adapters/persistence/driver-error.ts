import { AppError } from '../../kernel/errors/app-error.js';

/** Members of driver errors that the runtime uses. */
export interface DriverError {
  readonly message: string;
  readonly code?: unknown;
  readonly errno?: unknown;
  readonly constraint?: unknown;
}

/** Returns the driver's error inside wrappers of Sequelize or the runtime. */
export function driverErrorOf(error: unknown): DriverError | undefined {
  let current = error;
  while (current instanceof Error) {
    const inner: unknown =
      'parent' in current && current.parent instanceof Error ? current.parent : current.cause;
    if (!(inner instanceof Error)) return current;
    current = inner;
  }
  return undefined;
}

/** Unwraps an expected failure from Sequelize's error. */
export function withoutWrapping(error: unknown): unknown {
  return error instanceof Error && 'parent' in error && error.parent instanceof AppError
    ? error.parent
    : error;
}
