import { AppError } from './app-error.js';
import { kernelErrors } from './catalog.js';

/**
 * A filesystem is unavailable or rejects the credentials: 503 with `Retry-After`. Its message for operators
 * names the filesystem and the remedy.
 */
export class StorageUnavailable extends AppError {
  constructor(explanation: string, cause: unknown) {
    super(kernelErrors.storageAway.options(cause));
    this.name = 'StorageUnavailable';
    this.message = explanation;
  }
}
