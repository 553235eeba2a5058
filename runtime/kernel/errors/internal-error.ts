/** A bug in this package or in the application's code: answered as a bare 500 and logged in full. */
export class InternalError extends Error {
  constructor(message: string, options: ErrorOptions = {}) {
    super(message, options);
    this.name = 'InternalError';
  }
}
