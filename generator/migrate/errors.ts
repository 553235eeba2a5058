import { GeneratorError } from '../errors.js';
import { listed } from 'cms-api-components/internal/kernel/util/text/listed.js';

/** The schemas require a migration that deletes stored values, which was not allowed. */
export class DestructiveMigrationError extends GeneratorError {
  override readonly name = 'DestructiveMigrationError';
  constructor(readonly dataLosses: readonly string[]) {
    super(
      `The schemas ask for a migration that loses stored data:\n${listed(dataLosses)}\n` +
        `A renamed type or member keeps its data where the new one says the old name: "x-renamed-from": ["OLD"]. To lose the data: cms generate --allow-destructive`,
    );
  }
}

/** A missing or invalid file in the migrations folder. */
export class MigrationFolderError extends GeneratorError {
  override readonly name = 'MigrationFolderError';
  constructor(path: string, reason: string) {
    super(`generated/${path}: ${reason}. Restore it from version control.`);
  }
}

/** Two branches changed the same object in different ways. */
export class MigrationConflictError extends GeneratorError {
  override readonly name = 'MigrationConflictError';
  constructor(ends: readonly string[], conflicts: readonly string[]) {
    const last = ends.at(-1) ?? '';
    super(
      `The migrations ${ends.join(' and ')} cannot be joined, because each changes in its own way:\n${listed(conflicts)}\n` +
        `Keep the one that is deployed already, and write the other anew: of the other, e.g. ${last}, delete ` +
        `generated/migrations/${last}.ts, meta/${last}.json and meta/${last}_snapshot.json, then run \`cms generate\`. ` +
        `\`cms dev\` takes a database along that has it already.`,
    );
  }
}

/** Migrations that can't be squashed, or that depend on squashed ones. */
export class SquashError extends GeneratorError {
  override readonly name = 'SquashError';
}
