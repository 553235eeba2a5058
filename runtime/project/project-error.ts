/** Something is missing or wrong in the project's folder; the message says what to do. */
export class ProjectError extends Error {
  constructor(message: string, options: ErrorOptions = {}) {
    super(message, options);
    this.name = 'ProjectError';
  }
}
