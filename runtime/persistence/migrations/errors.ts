/** A migration that was applied and closed differs from its file: history was edited. */
export class MigrationChangedError extends Error {
  constructor(id: string) {
    super(
      `Migration ${id} was changed after it was applied. Restore the file, or write the change as a new migration ` +
        `(cms generate).`,
    );
    this.name = 'MigrationChangedError';
  }
}

/** The database that `DATABASE_URL` names is not there, or refuses this account. */
export class DatabaseUnavailableError extends Error {
  constructor(place: string, options: { readonly isFile: boolean; readonly cause: unknown }) {
    const advice = options.isFile
      ? 'Move away what is in its place, or correct DATABASE_URL or CMS_DATA_DIR'
      : 'Start it, or correct DATABASE_URL';
    super(
      `The ${place} cannot be opened: ${reasonOf(options.cause)}\n${advice} in the environment or in .env, then run the command again.`,
      { cause: options.cause },
    );
    this.name = 'DatabaseUnavailableError';
  }
}

/** A name with several addresses fails once for each, and the whole then says nothing itself. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.errors.length > 0) return reasonOf(cause.errors[0]);
  return cause instanceof Error ? cause.message : String(cause);
}

/** The database is ahead of the files. */
export class MigrationMissingError extends Error {
  constructor(id: string) {
    super(
      `Migration ${id} is applied to the database but its file is missing. Deploy the version that has it.`,
    );
    this.name = 'MigrationMissingError';
  }
}

/** Stored rows would be lost, and nobody allowed it. */
export class DestructiveRunError extends Error {
  readonly migrationId: string;
  readonly losses: readonly string[];

  constructor(migrationId: string, losses: readonly string[], command: string) {
    const list = losses.map((loss) => `  - ${loss}`).join('\n');
    super(`Migration ${migrationId} loses stored data:\n${list}\nTo allow it: ${command}`);
    this.name = 'DestructiveRunError';
    this.migrationId = migrationId;
    this.losses = losses;
  }
}

/** A statement that can't be carried out on the rows that are there. */
export class MigrationFailedError extends Error {
  constructor(migrationId: string, message: string, options: ErrorOptions = {}) {
    super(`Migration ${migrationId}: ${message}`, options);
    this.name = 'MigrationFailedError';
  }
}
