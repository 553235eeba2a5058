/**
 * A problem that users can solve in the project's folder, settings or database. The message describes the solution.
 */
export class ProjectError extends Error {
  constructor(message: string, options: ErrorOptions = {}) {
    super(message, options);
    this.name = new.target.name;
  }
}
