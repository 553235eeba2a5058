/** The schemas ask for a migration that takes something from stored rows, and nobody allowed it. */
export class DestructiveMigrationError extends Error {
  readonly losses: readonly string[];

  constructor(losses: readonly string[]) {
    const list = losses.map((loss) => `  - ${loss}`).join('\n');
    super(
      `The schemas ask for a migration that loses stored data:\n${list}\n` +
        `A renamed type or member needs x-renamed-from. To lose the data: cms generate --allow-destructive`,
    );
    this.name = 'DestructiveMigrationError';
    this.losses = losses;
  }
}

/** A file of the migrations folder that can't be read as what it is. */
export class MigrationFolderError extends Error {
  constructor(path: string, reason: string) {
    super(`generated/${path}: ${reason}. Restore it from version control.`);
    this.name = 'MigrationFolderError';
  }
}

/** Two branches changed the same thing, each in a way of its own. */
export class MigrationConflictError extends Error {
  constructor(ends: readonly string[], conflicts: readonly string[]) {
    const list = conflicts.map((conflict) => `  - ${conflict}`).join('\n');
    const last = ends.at(-1) ?? '';
    super(
      `The migrations ${ends.join(' and ')} cannot be joined, because each changes in its own way:\n${list}\n` +
        `Keep the one that is deployed already, and write the other anew: of the other, e.g. ${last}, delete ` +
        `generated/migrations/${last}.ts, meta/${last}.json and meta/${last}_snapshot.json, then run \`cms generate\`. ` +
        `\`cms dev\` takes a database along that has it already.`,
    );
    this.name = 'MigrationConflictError';
  }
}
