/** A bug in this package or in project code: a bare 500 for the client, logged in full. */
export class InternalError extends Error {
  constructor(message: string, options: ErrorOptions = {}) {
    super(message, options);
    this.name = 'InternalError';
  }
}
