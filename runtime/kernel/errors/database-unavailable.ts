import { AppError } from './app-error.js';
import { kernelErrors } from './catalog.js';

const ERRORS = {
  busy: kernelErrors.databaseBusy,
  away: kernelErrors.databaseAway,
  exhausted: kernelErrors.databaseExhausted,
  timeout: kernelErrors.databaseTimeout,
};

/**
 * `busy`: it refused a write that others were in the way of, each time it was tried. `exhausted`: no connection was to be had.
 * `timeout`: it ended a statement that took too long. Nothing is stored then. `away`: it does not answer, and of a write whose
 * end it was asked for nobody knows whether it is stored.
 */
export type DatabaseFailure = keyof typeof ERRORS;

/** The database cannot answer now (contract decision 69): 503 with `Retry-After`, whatever was asked. */
export class DatabaseUnavailable extends AppError {
  readonly kind: DatabaseFailure;

  constructor(kind: DatabaseFailure, cause: unknown) {
    super(ERRORS[kind].options(cause));
    this.name = 'DatabaseUnavailable';
    this.kind = kind;
  }
}

/** Whether it is of an outage, which has been logged once for all who meet it. */
export const isOutage = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable && (error.kind === 'away' || error.kind === 'exhausted');
