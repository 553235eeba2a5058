import { AppError } from './app-error.js';
import { kernelErrors } from './catalog.js';

/** The database cannot answer now (contract decision 69): 503 with `Retry-After`, whatever was asked. */
export class DatabaseUnavailable extends AppError {
  /**
   * `busy`: it refused a write that others were in the way of, each time it was tried, and nothing is stored. `away`: it does
   * not answer, and of a write whose end it was asked for nobody knows whether it is stored.
   */
  readonly kind: 'busy' | 'away';

  constructor(kind: 'busy' | 'away', cause: unknown) {
    super((kind === 'busy' ? kernelErrors.databaseBusy : kernelErrors.databaseAway).options(cause));
    this.name = 'DatabaseUnavailable';
    this.kind = kind;
  }
}
