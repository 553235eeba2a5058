import { AppError } from './app-error.js';
import { kernelErrors } from './catalog.js';

/** A filesystem is away, or refuses this account: 503 with `Retry-After`. Its message, for operators, says which one and what to do. */
export class StorageUnavailable extends AppError {
  constructor(explanation: string, cause: unknown) {
    super(kernelErrors.storageAway.options(cause));
    this.name = 'StorageUnavailable';
    this.message = explanation;
  }
}
