import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import { BaseCommand } from '../base-command.js';
import type { Project } from '../../../project/load-project.js';
import type { Migrator } from '../../persistence/migrations/migrator.js';
import type { MigrationStatus } from '../../persistence/migrations/status.js';

/** A command that compares the migrations of the project with its database, or brings one to the other. */
abstract class MigrateCommand extends BaseCommand {
  /** Opens the project and the migrator of its database, which may change it. */
  protected async openMigrator(): Promise<Migrator> {
    return (await this.open()).migrator;
  }

  /** As `openMigrator`, with the project. */
  protected async open(): Promise<{ readonly migrator: Migrator; readonly project: Project }> {
    const { openMigrator, openProject } = await import('../open-project.js');
    const options = { root: this.projectRoot, verbosity: this.verbosity, use: 'database' } as const;
    const opened = await openProject(options);
    return { migrator: await openMigrator(opened), project: opened.project };
  }
}

export class MigrateRun extends MigrateCommand {
  static override summary = 'Bring the database up to date.';
  static override description =
    'Applies every migration of generated/migrations that the database lacks. A step that loses stored rows needs --allow-destructive.';
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --allow-destructive',
  ];
  static override flags = {
    'allow-destructive': Flags.boolean({ summary: 'Apply steps that lose stored data, too.' }),
    'new-tables': Flags.boolean({
      summary: 'Make tables under a new table_prefix, beside those that the database has under another.',
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
    const misfits = await migrator.misfits();
    if (misfits.length > 0)
      this.progress(`${misfits.join('\n')}: run \`cms generate\`, then \`cms migrate:run\` again.`);
    else if (applied.length === 0) this.log('The database is up to date.');
  }
}

/** Says what brings a database up to date: the message of the error that `cms migrate:run` would end with, if it would. */
async function nextStep(statuses: readonly MigrationStatus[]): Promise<string | undefined> {
  const errors = await import('../../persistence/migrations/errors.js');
  const stateOf = (wanted: MigrationStatus['state']): string | undefined =>
    statuses.find(({ state }) => state === wanted)?.id;
  const [changed, missing] = [stateOf('changed'), stateOf('missing')];
  if (stateOf('squashed') !== undefined)
    return (
      'The database has only some of the migrations that a squash replaces. Restore the files from before the squash from ' +
      'version control and run `cms migrate:run`. Then run it again with the present files.'
    );
  if (changed !== undefined) return new errors.MigrationChangedError(changed).message;
  if (missing !== undefined) return new errors.MigrationMissingError(missing).message;
  const isUpToDate = statuses.every(({ state }) => state === 'applied' || state === 'newer');
  return isUpToDate ? undefined : 'Run `cms migrate:run` to bring the database up to date.';
}

export class MigrateStatus extends MigrateCommand {
  static override summary = 'List migrations and whether the database has them.';
  static override description =
    'Compares generated/migrations with the database and changes neither. Says of what is pending whether processes of the release before must be ended first.';
  static override examples = ['<%= config.bin %> <%= command.id %>'];

  async run(): Promise<void> {
    await this.parse(MigrateStatus);
    const { migrator, project } = await this.open();
    const { newTypes, stopReasons } = await import('../../persistence/migrations/stops.js');
    const statuses = await migrator.status();
    if (statuses.length === 0)
      this.log('There is no migration yet. `cms generate` writes one when the schemas ask for tables.');
    const isServed = statuses.some(({ state }) => state === 'applied');
    const width = Math.max(0, ...statuses.map(({ id }) => id.length));
    for (const { id, state, appliedAt } of statuses) {
      const notes = [state, ...(appliedAt === undefined ? [] : [appliedAt])];
      this.log(`${id.padEnd(width)}  ${notes.join('  ')}`);
      const migration = state === 'pending' ? project.migrations.find((one) => one.id === id) : undefined;
      const reasons = migration === undefined ? [] : stopReasons(migration);
      if (reasons.length > 0) this.log(`  End processes of the release before: ${reasons.join('; ')}.`);
      const unknown = migration === undefined || !isServed ? [] : newTypes(migration);
      if (unknown.length > 0)
        this.log(
          `  Processes of the release before do not know ${unknown.join(', ')}: write none until they have ended.`,
        );
    }
    const advice = await nextStep(statuses);
    if (advice !== undefined) this.progress(advice);
  }
}

export class MigrateRevert extends MigrateCommand {
  static override summary = 'Undo the newest migration.';
  static override description =
    'Undoes the newest applied migrations, one by default. Undoing one that made tables or columns loses their rows and needs --allow-destructive.';
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --steps 2 --allow-destructive',
  ];
  static override flags = {
    steps: Flags.integer({ summary: 'How many migrations to undo.', default: 1, min: 1 }),
    'allow-destructive': Flags.boolean({ summary: 'Undo steps whose reverse loses stored data, too.' }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(MigrateRevert);
    const migrator = await this.openMigrator();
    const reverted = await migrator.revert({
      steps: flags.steps,
      allowDestructive: flags['allow-destructive'],
    });
    for (const id of reverted) this.log(`Reverted ${id}`);
    if (reverted.length === 0) this.log('No migration is applied.');
  }
}

export class MigrateBaseline extends MigrateCommand {
  static override summary = 'Take over a database that has the tables already.';
  static override description =
    'Compares the tables of the database with what the migrations up to NAME make (all by default). Where they are the same, records these migrations as done without running them; otherwise names every difference and records nothing.';
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> 20261122T101500_add_weight',
  ];
  static override args = {
    name: Args.string({ description: 'Last migration that the database has, all by default.' }),
  };

  async run(): Promise<void> {
    const { args } = await this.parse(MigrateBaseline);
    const migrator = await this.openMigrator();
    const recorded = await migrator.baseline(args.name);
    for (const id of recorded) this.log(`Recorded ${id}`);
    if (recorded.length === 0) this.log('The database has a record of these migrations already.');
    const misfits = await migrator.misfits();
    if (misfits.length > 0)
      this.progress(`${misfits.join('\n')}: run \`cms migrate:run\` to bring the database up to date.`);
  }
}
