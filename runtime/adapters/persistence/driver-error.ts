import { AppError } from '../../kernel/errors/app-error.js';

/** The members of the drivers' errors that the runtime looks at. */
export interface DriverError {
  readonly message: string;
  readonly code?: unknown;
  readonly errno?: unknown;
  readonly constraint?: unknown;
}

/** The driver's own error inside whatever Sequelize or the runtime wrapped around it. */
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

/** Sequelize wraps every error of a statement in its own; an expected failure inside is the one to answer with. */
export function withoutWrapping(error: unknown): unknown {
  return error instanceof Error && 'parent' in error && error.parent instanceof AppError
    ? error.parent
    : error;
}
