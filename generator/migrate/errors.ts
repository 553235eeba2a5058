import { GeneratorError } from '../errors.js';
import { listed } from 'cms-api-components/internal/kernel/util/text/listed.js';

/** The schemas require a migration that deletes stored values, which was not allowed. */
export class DestructiveMigrationError extends GeneratorError {
  override readonly name = 'DestructiveMigrationError';
  constructor(readonly dataLosses: readonly string[]) {
    super(
      `The schemas require a migration that deletes stored data:\n${listed(dataLosses)}\n` +
        `To keep the data of a renamed type or member, add "x-renamed-from": ["OLD"] to the new one. To delete the data: cms generate --allow-destructive`,
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
      `The migrations ${ends.join(' and ')} cannot be joined, because they change the same objects in different ways:\n${listed(conflicts)}\n` +
        `Keep the deployed one and generate the other again. To do this for ${last}, delete ` +
        `generated/migrations/${last}.ts, meta/${last}.json and meta/${last}_snapshot.json, then run \`cms generate\`. ` +
        `\`cms dev\` also updates databases in which it was applied.`,
    );
  }
}

/** Migrations that can't be squashed, or that depend on squashed ones. */
export class SquashError extends GeneratorError {
  override readonly name = 'SquashError';
}
