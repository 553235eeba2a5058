/** Something that people can put right: in the project's folder, its settings, its database. The message says what to do. */
export class ProjectError extends Error {
  constructor(message: string, options: ErrorOptions = {}) {
    super(message, options);
    this.name = new.target.name;
  }
}
