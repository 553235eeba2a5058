/** The schemas ask for a migration that takes something from stored rows, and nobody allowed it. */
export class DestructiveMigrationError extends Error {
  readonly losses: readonly string[];

  constructor(losses: readonly string[], command: string) {
    const list = losses.map((loss) => `  - ${loss}`).join('\n');
    super(
      `The schemas ask for a migration that loses stored data:\n${list}\n` +
        `A renamed type or member needs x-renamed-from. To lose the data: ${command}`,
    );
    this.name = 'DestructiveMigrationError';
    this.losses = losses;
  }
}

/** A file of the migrations folder that can't be read as what it is. */
export class MigrationFolderError extends Error {
  constructor(path: string, reason: string) {
    super(`${path}: ${reason}. Restore it from version control.`);
    this.name = 'MigrationFolderError';
  }
}
