import { Args } from '@oclif/core';
import { BaseCommand } from '../../../runtime/adapters/console/base-command.js';

export class MigrateBaseline extends BaseCommand {
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
    const { openProjectMigrator } = await import('../open-migrator.js');
    const { migrator } = await openProjectMigrator({ root: this.projectRoot, verbose: this.isVerbose });
    const recorded = await migrator.baseline(args.name);
    for (const id of recorded) this.log(`Recorded ${id}`);
    if (recorded.length === 0) this.log('The database has a record of these migrations already.');
    const misfits = await migrator.misfits();
    if (misfits.length > 0)
      this.progress(`${misfits.join('\n')}: run \`cms migrate:run\` to bring the database up to date.`);
  }
}
