import { AppError } from './app-error.js';

/** A filesystem is away, or refuses this account: 503 with `Retry-After`. Its message, for operators, says which one and what to do. */
export class StorageUnavailable extends AppError {
  constructor(explanation: string, cause: unknown) {
    super({
      code: 'STORAGE.AWAY',
      status: 503,
      publicMessage: 'The files are not available.',
      headers: { 'Retry-After': '5' },
      cause,
    });
    this.name = 'StorageUnavailable';
    this.message = explanation;
  }
}
