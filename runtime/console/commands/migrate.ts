import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import { BaseCommand } from '../base-command.js';
import type { Project } from '../../project/load-project.js';
import type { Migrator } from '../../adapters/persistence/migrations/migrator.js';
import type { MigrationStatus } from '../../adapters/persistence/migrations/status.js';

/** Base of commands that compare the project's migrations with its database, or apply them. */
abstract class MigrateCommand extends BaseCommand {
  /** Opens the project and its migrator. */
  protected async openMigrator(): Promise<Migrator> {
    return (await this.open()).migrator;
  }

  /** Opens the project and its migrator, and returns both. */
  protected async open(): Promise<{ readonly migrator: Migrator; readonly project: Project }> {
    const { openMigrator, openProject } = await import('../open-project.js');
    const options = { root: this.projectRoot, verbosity: this.verbosity, use: 'database' } as const;
    const opened = await openProject(options);
    return { migrator: await openMigrator(opened), project: opened.project };
  }
}

export class MigrateRun extends MigrateCommand {
  static override summary = 'Apply pending migrations to the database.';
  static override description =
    'Applies every migration in generated/migrations that has not been applied yet. Migrations that delete stored data require --allow-destructive.';
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --allow-destructive',
  ];
  static override flags = {
    'allow-destructive': Flags.boolean({ summary: 'Allow migrations that delete stored data.' }),
    'new-tables': Flags.boolean({
      summary: 'Create tables with a new table_prefix next to existing tables with another prefix.',
    }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(MigrateRun);
    const migrator = await this.openMigrator();
    const applied = await migrator.run({
      allowDestructive: flags['allow-destructive'],
      newTables: flags['new-tables'],
    });
    for (const id of applied) this.log(`Applied ${id}`);
    const drift = await migrator.drift();
    if (drift.length > 0)
      this.progress(`${drift.join('\n')}: run \`cms generate\`, then \`cms migrate:run\` again.`);
    else if (applied.length === 0) this.log('The database is up to date.');
  }
}

/**
 * Returns the next step to bring a database up to date: the error message of `cms migrate:run`, if it would
 * fail.
 */
async function nextStep(statuses: readonly MigrationStatus[]): Promise<string | undefined> {
  const errors = await import('../../adapters/persistence/migrations/errors.js');
  const stateOf = (wanted: MigrationStatus['state']): string | undefined =>
    statuses.find(({ state }) => state === wanted)?.id;
  const [changed, missing] = [stateOf('changed'), stateOf('missing')];
  if (stateOf('squashed') !== undefined)
    return (
      'The database has applied only some of the squashed migrations. Restore the files from before the squash from ' +
      'version control and run `cms migrate:run`, then run it again with the current files.'
    );
  if (changed !== undefined) return new errors.MigrationChangedError(changed).message;
  if (missing !== undefined) return new errors.MigrationMissingError(missing).message;
  const isUpToDate = statuses.every(({ state }) => state === 'applied' || state === 'newer');
  return isUpToDate ? undefined : 'Run `cms migrate:run` to apply pending migrations.';
}

export class MigrateStatus extends MigrateCommand {
  static override summary = 'List migrations and their state in the database.';
  static override description =
    'Compares generated/migrations with the database and changes neither. For each pending migration, shows whether processes of the previous release must be stopped first.';
  static override examples = ['<%= config.bin %> <%= command.id %>'];

  async run(): Promise<void> {
    await this.parse(MigrateStatus);
    const { migrator, project } = await this.open();
    const { newTypes, stopReasons } = await import('../../adapters/persistence/migrations/stops.js');
    const statuses = await migrator.status();
    if (statuses.length === 0)
      this.log('No migrations found. `cms generate` writes one when the schemas define tables.');
    const isServed = statuses.some(({ state }) => state === 'applied');
    const width = Math.max(0, ...statuses.map(({ id }) => id.length));
    for (const { id, state, appliedAt } of statuses) {
      const notes = [state, ...(appliedAt === undefined ? [] : [appliedAt])];
      this.log(`${id.padEnd(width)}  ${notes.join('  ')}`);
      const migration = state === 'pending' ? project.migrations.find((one) => one.id === id) : undefined;
      const reasons = migration === undefined ? [] : stopReasons(migration);
      if (reasons.length > 0)
        this.log(`  Stop processes of the previous release first: ${reasons.join('; ')}.`);
      const unknown = migration === undefined || !isServed ? [] : newTypes(migration);
      if (unknown.length > 0)
        this.log(
          `  Processes of the previous release do not support ${unknown.join(', ')}: create no records until they have stopped.`,
        );
    }
    const advice = await nextStep(statuses);
    if (advice !== undefined) this.progress(advice);
  }
}

export class MigrateRevert extends MigrateCommand {
  static override summary = 'Revert the newest migrations.';
  static override description =
    'Reverts the newest applied migrations, one by default. Reverting a migration that created tables or columns deletes their data and requires --allow-destructive.';
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --steps 2 --allow-destructive',
  ];
  static override flags = {
    steps: Flags.integer({ summary: 'Number of migrations to revert.', default: 1, min: 1 }),
    'allow-destructive': Flags.boolean({
      summary: 'Allow reverting migrations even if this deletes stored data.',
    }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(MigrateRevert);
    const migrator = await this.openMigrator();
    const reverted = await migrator.revert({
      steps: flags.steps,
      allowDestructive: flags['allow-destructive'],
    });
    for (const id of reverted) this.log(`Reverted ${id}`);
    if (reverted.length === 0) this.log('No migrations have been applied.');
  }
}

export class MigrateBaseline extends MigrateCommand {
  static override summary = 'Record migrations as applied in a database that already has their tables.';
  static override description =
    'Compares the tables of the database with the tables that the migrations up to NAME create. If they match, records these migrations as applied without running them. Otherwise, lists every difference and records nothing.';
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> 20261122T101500_add_weight',
  ];
  static override args = {
    name: Args.string({ description: 'Last migration to record. Default: the newest.' }),
  };

  async run(): Promise<void> {
    const { args } = await this.parse(MigrateBaseline);
    const migrator = await this.openMigrator();
    const recorded = await migrator.baseline(args.name);
    for (const id of recorded) this.log(`Recorded ${id}`);
    if (recorded.length === 0) this.log('These migrations are already recorded.');
    const drift = await migrator.drift();
    if (drift.length > 0)
      this.progress(`${drift.join('\n')}: run \`cms migrate:run\` to update the database.`);
  }
}
