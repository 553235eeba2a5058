import { reasonOf } from '../../../kernel/util/failures/reason-of.js';
import { builtOnSquashed } from '../../../kernel/contract/database/lineage.js';
import { listed } from '../../../kernel/util/text/listed.js';
import { ProjectError } from '../../../project/project-error.js';

/**
 * An applied migration differs from its file: history was edited.
 *
 * @example
 * const isEdited = (error: unknown): boolean => error instanceof MigrationChangedError;
 */
export class MigrationChangedError extends ProjectError {
  constructor(id: string) {
    super(
      `Migration ${id} was changed after it was applied. Restore generated/migrations/${id}.ts from version control; ` +
        `a further change of the schemas is a migration of its own (cms generate). ${IN_DEVELOPMENT}`,
    );
  }
}

const IN_DEVELOPMENT =
  'A database of your own goes with the files by `cms dev`, which keeps what the schemas ask for.';

/**
 * A migration of the project builds on a missing one.
 *
 * @example
 * const isOutOfOrder = (error: unknown): boolean => error instanceof MigrationParentError;
 */
export class MigrationParentError extends ProjectError {
  constructor(id: string, parent: string, squash?: string) {
    super(
      squash === undefined
        ? `Migration ${id} builds on ${parent}, whose file is missing. Restore generated/migrations/${parent}.ts and its ` +
            `files in generated/migrations/meta/ from version control.`
        : builtOnSquashed(id, { parent, squash }),
    );
  }
}

/** A database has only some of the migrations that were squashed into one. */
export class MigrationSquashedError extends ProjectError {
  constructor(
    id: string,
    { has, lacks }: { readonly has: readonly string[]; readonly lacks: readonly string[] },
  ) {
    super(
      `Nothing was changed, because migration ${id} stands for several, of which this database has:\n${listed(has)}\n` +
        `but not:\n${listed(lacks)}\n` +
        `Go back to the files from before ${id}.ts came (version control has them), run \`cms migrate:run\` with those, ` +
        `then with the present ones. ${IN_DEVELOPMENT}`,
    );
  }
}

/**
 * Branches with migrations were merged and not joined yet.
 *
 * @example
 * const needsMerge = (error: unknown): boolean => error instanceof MigrationBranchesError;
 */
export class MigrationBranchesError extends ProjectError {
  constructor(ends: readonly string[]) {
    super(
      `The migrations end in ${ends.join(' and in ')}, as after a merge of branches. Run \`cms generate\`, which writes ` +
        `the one that joins them, then \`cms migrate:run\`.`,
    );
  }
}

/** The database of `DATABASE_URL` is unavailable or rejects the account. */
export class DatabaseUnavailableError extends ProjectError {
  constructor(place: string, options: { readonly isFile: boolean; readonly cause: unknown }) {
    const advice = options.isFile
      ? 'Remove whatever blocks this path, or correct DATABASE_URL or CMS_DATA_DIR'
      : 'Start it, or correct DATABASE_URL';
    super(
      `The ${place} cannot be opened: ${reasonOf(options.cause)}\n${advice} in the environment or in .env, then run the command again.`,
      { cause: options.cause },
    );
  }
}

/**
 * The database is ahead of the migration files.
 *
 * @example
 * const isDeleted = (error: unknown): boolean => error instanceof MigrationMissingError;
 */
export class MigrationMissingError extends ProjectError {
  constructor(id: string) {
    super(
      `Migration ${id} is applied to the database but its file is missing. Deploy the version that has it, or undo it ` +
        `with \`cms migrate:revert\`, which needs no file. ${IN_DEVELOPMENT}`,
    );
  }
}

/**
 * Stored rows would be lost without permission.
 *
 * @example
 * const dropsData = (error: unknown): boolean => error instanceof DestructiveRunError;
 */
export class DestructiveRunError extends ProjectError {
  constructor(
    readonly dataLosses: readonly string[],
    command: string,
  ) {
    super(
      `Nothing was changed, because the database would lose stored data:\n${listed(dataLosses)}\n` +
        `To keep the data of a renamed type or member, add "x-renamed-from": ["OLD"] to the new one. To delete the data: ${command}`,
    );
  }
}

/**
 * Stored rows prevent a change; nothing was changed.
 *
 * @example
 * const isBlocked = (error: unknown): boolean => error instanceof MigrationBlockerError;
 */
export class MigrationBlockerError extends ProjectError {
  constructor(readonly blockers: readonly string[]) {
    super(`Nothing was changed, because the stored rows do not fit the schemas:\n${listed(blockers)}`);
  }
}

/**
 * The database rejects a statement.
 *
 * @example
 * const hasFailed = (error: unknown): boolean => error instanceof MigrationFailedError;
 */
export class MigrationFailedError extends ProjectError {
  constructor(message: string, options: ErrorOptions = {}) {
    super(
      `${message}\nCorrect the schemas, then run \`cms generate\` and \`cms migrate:run\`: what a ` +
        'further migration takes back is not tried again. Delete no migration that a database may have.',
      options,
    );
  }
}

/**
 * `table_prefix` matches no tables, but the database has tables with another prefix. A changed prefix would
 * look like data loss.
 *
 * @example
 * const hasOtherPrefix = (error: unknown): boolean => error instanceof TablePrefixError;
 */
export class TablePrefixError extends ProjectError {
  constructor(tablePrefix: string, found: readonly string[]) {
    const others = found.map((prefix) => JSON.stringify(prefix)).join(', ');
    super(
      `table_prefix is ${JSON.stringify(tablePrefix)}, but the tables of this database have the prefix ${others}. ` +
        'Nothing was changed.\n' +
        `To go on with those tables, set table_prefix to ${others} again; tables are not renamed.\n` +
        'For a second site beside them, make tables of its own: cms migrate:run --new-tables',
    );
  }
}

/** The tables of a database differ from those of the migrations, so nothing is recorded. */
export class BaselineError extends ProjectError {}

/** No migration file has this name. */
export class UnknownMigrationError extends ProjectError {
  constructor(id: string, known: readonly string[]) {
    super(
      known.length === 0
        ? `Migration ${id} does not exist, because the project has no migrations.`
        : `Migration ${id} does not exist. Existing migrations:\n${listed(known)}`,
    );
  }
}

/** Tables to create already exist without a journal entry. */
export class TablesPresentError extends ProjectError {
  constructor(tables: readonly string[]) {
    super(
      `Nothing was changed, because the database has these tables already, and no record of who made them: ${tables.join(', ')}.\n` +
        'Where they are what the migrations make, record that, which checks it first: cms migrate:baseline\n' +
        'Where they are of something else, set table_prefix to a prefix of your own.',
    );
  }
}
