import { AppError } from './app-error.js';
import { kernelErrors } from './catalog.js';

const ERRORS = {
  busy: kernelErrors.databaseBusy,
  away: kernelErrors.databaseAway,
  exhausted: kernelErrors.databaseExhausted,
  timeout: kernelErrors.databaseTimeout,
};

/**
 * Kind of database failure. Nothing is stored except as noted.
 * - `busy`: a write conflicted with others on every attempt.
 * - `exhausted`: no connection was available.
 * - `timeout`: the database canceled a slow statement.
 * - `away`: the database does not respond. If it fails during a commit, the outcome is unknown.
 */
export type DatabaseFailure = keyof typeof ERRORS;

/** The database is unavailable (contract decision 69): 503 with `Retry-After` for any request. */
export class DatabaseUnavailable extends AppError {
  readonly kind: DatabaseFailure;

  constructor(kind: DatabaseFailure, cause: unknown) {
    super(ERRORS[kind].options(cause));
    this.name = 'DatabaseUnavailable';
    this.kind = kind;
  }
}

/** Returns whether an error belongs to an outage, which is logged once for all requests. */
export const isOutage = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable && (error.kind === 'away' || error.kind === 'exhausted');
